#!/bin/sh
# pack.sh VERSION FOLDER FILE.vsix packs the extension and the client it depends on, by Node's npm and VS Code's own packer.
# FOLDER is where it is put together; what npm has fetched once, it does not fetch again.
set -eu
vsce=@vscode/vsce@3.9.2
here=$(cd "$(dirname "$0")" && pwd)
version=$1 folder=$2 file=$3
command -v npm >/dev/null 2>&1 || { echo "make: Node's npm packs the extension: apt-get install npm" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder"
(cd "$here" && cp -r README.md extension.js language-configuration.json package.json package-lock.json syntaxes "$folder")
cp "$here/../../LICENSE" "$folder"
cd "$folder"
npm ci --silent --no-audit --no-fund
npx --yes --quiet "$vsce" package "$version" --no-update-package-json --no-git-tag-version --allow-missing-repository --out "$file" >pack.log 2>&1 ||
    { cat pack.log >&2; exit 1; }
echo "packed $file"
