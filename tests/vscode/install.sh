#!/bin/sh
# install.sh FOLDER puts VS Code's server for browsers (code-server) and puppeteer-core, which drives a browser, into FOLDER, by npm alone:
# its parts in C++ are compiled here (npm rebuild; libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev), and searching is ripgrep's.
# It takes minutes and a gigabyte; the second time nothing.
set -eu
[ ! -e "$1/ready" ] || exit 0
mkdir -p "$1"
cd "$1"
export npm_config_legacy_peer_deps=true npm_config_unsafe_perm=true CXXFLAGS=-fpermissive
npm install --silent --ignore-scripts --no-audit --no-fund code-server@4.90.3 puppeteer-core@23.11.1
code=$PWD/node_modules/code-server/lib/vscode
for folder in "$code" "$code/extensions"; do
    (cd "$folder" && npm install --silent --omit=dev --ignore-scripts --no-audit --no-fund)
done
for module in @vscode/spdlog native-watchdog node-pty @parcel/watcher kerberos; do
    (cd "$code" && npm rebuild --silent $module)
done
npm rebuild --silent argon2
mkdir -p "$code/node_modules/@vscode/ripgrep/bin"
ln -sf "$(command -v rg)" "$code/node_modules/@vscode/ripgrep/bin/rg"
touch ready
