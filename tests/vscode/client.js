// client.js SERVER FILE - what the extension does, without the editor: starts `SERVER --lsp`, opens FILE, which has one mistake, over the
// protocol's own library, prints the message, applies its code action, and waits until there is no message.
// The library is that of the packed extension, found by NODE_PATH.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const url = require('url');
const rpc = require('vscode-jsonrpc/node');
const lsp = require('vscode-languageserver-protocol');

const [server, file] = process.argv.slice(2);
const uri = url.pathToFileURL(file).href;
let text = fs.readFileSync(file, 'utf8');

const child = spawn(server, ['--lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
setTimeout(() => fail('no answer in a minute'), 60000).unref();

function fail(why) {
    console.error(why);
    process.exit(1);
}

// The next messages of the file for which 'wanted' holds.
function messages(wanted) {
    return new Promise(resolve => {
        const told = connection.onNotification(lsp.PublishDiagnosticsNotification.type, p => {
            if (p.uri !== uri || !wanted(p.diagnostics))
                return;
            told.dispose();
            resolve(p.diagnostics);
        });
    });
}

function offset(position) {
    const lines = text.split('\n');
    return lines.slice(0, position.line).reduce((n, line) => n + line.length + 1, position.character);
}

function apply(edits) {
    for (const edit of [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start)))
        text = text.slice(0, offset(edit.range.start)) + edit.newText + text.slice(offset(edit.range.end));
}

async function session() {
    connection.listen();
    await connection.sendRequest(lsp.InitializeRequest.type, {
        processId: process.pid, rootUri: null, capabilities: {
            textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } } } },
    });
    await connection.sendNotification(lsp.InitializedNotification.type, {});
    let told = messages(list => list.length > 0);
    await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type,
        { textDocument: { uri, languageId: 'ampc', version: 1, text } });
    const [message] = await told;
    console.log(`${message.range.start.line + 1}: ${message.message}`);
    const actions = await connection.sendRequest(lsp.CodeActionRequest.type,
        { textDocument: { uri }, range: message.range, context: { diagnostics: [message] } });
    if (!actions || !actions.length)
        fail('no code action');
    console.log(actions[0].title);
    apply(actions[0].edit.changes ? actions[0].edit.changes[uri] : actions[0].edit.documentChanges[0].edits);
    told = messages(list => list.length === 0);
    await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type,
        { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
    await told;
    console.log(text.split('\n')[message.range.start.line]);
    await connection.sendRequest(lsp.ShutdownRequest.type);
    await connection.sendNotification(lsp.ExitNotification.type);
}

child.on('exit', code => process.exit(code));
session().catch(error => fail(error.stack));
