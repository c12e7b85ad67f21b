// extension.js - starts `ampcc --lsp` for .ampc files and shows what it answers.
// The protocol's client is vscode-languageclient; everything else is in package.json.
'use strict';
const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function start() {
    const settings = workspace.getConfiguration('ampc');
    const server = { command: settings.get('path'), args: ['--lsp'] };
    client = new LanguageClient('ampc', 'ampc', server, {
        documentSelector: [{ language: 'ampc' }],
        initializationOptions: { pause: settings.get('pause') },
    });
    try {
        await client.start();
    } catch { // the client has said what the system says
        const open = 'Open the setting';
        const chosen = await window.showErrorMessage(
            `'${server.command} --lsp' does not start. Install ampcc, or name it in the setting ampc.path.`, open);
        if (chosen === open)
            commands.executeCommand('workbench.action.openSettings', 'ampc.path');
    }
}

exports.activate = async function (context) {
    context.subscriptions.push(workspace.onDidChangeConfiguration(async event => {
        if (!event.affectsConfiguration('ampc'))
            return;
        await exports.deactivate();
        await start();
    }));
    start();
};

exports.deactivate = async function () {
    const last = client;
    client = undefined;
    if (last && last.isRunning())
        await last.stop();
};
