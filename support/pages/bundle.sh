#!/bin/sh
# bundle.sh - makes d3.js, the parts of D3 that the pages use, as one readable file, and LICENSE.d3, from npm's packages of these
# versions. Run by whoever wants newer ones; the result is kept in the repository, so that building ampc needs no network.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
echo '{}' >package.json
npm install --silent --no-fund --no-audit d3-selection@3.0.1 d3-scale@4.0.3 d3-axis@3.0.1 d3-zoom@3.0.1 d3-format@3.1.3 esbuild@0.28.2
cat >in.js <<'J'
export { select, pointer } from "d3-selection";
export { scaleLinear, scaleLog } from "d3-scale";
export { axisBottom, axisLeft } from "d3-axis";
export { zoom, zoomIdentity } from "d3-zoom";
export { format } from "d3-format";
J
versions=$(for p in node_modules/d3-*/ node_modules/internmap/; do node -p "const p=require('./$p/package.json');p.name+' '+p.version"; done | tr '\n' ',' | sed 's/,$//; s/,/, /g')
{
    echo "// D3 (https://d3js.org), Copyright 2010-2025 Mike Bostock and contributors; ISC licence, see LICENSE.d3. Made by bundle.sh of"
    echo "// $versions."
    node_modules/.bin/esbuild in.js --bundle --format=iife --global-name=d3 --charset=utf8 --legal-comments=inline
} >"$here/d3.js"
{
    echo "d3.js holds parts of these packages of npm; their licences, as they came:"
    for p in node_modules/d3-*/ node_modules/internmap/; do
        printf '\n---- %s ----\n\n' "$(node -p "const p=require('./$p/package.json');p.name+' '+p.version")"
        cat "$p/LICENSE"
    done
} >"$here/LICENSE.d3"
