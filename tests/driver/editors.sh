#!/bin/sh
# The language server in real editors, with the settings that docs/EDITORS.md shows: a file with a mistake is opened, the message is
# read, its code action applied, and the message is gone.
set -e
. "$TESTS/driver/lib.sh"
export HOME=$PWD XDG_CONFIG_HOME=$PWD PATH=$(dirname "$AMPCC"):$PATH

# settings LANGUAGE: that block of the page.
settings() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$TESTS/../docs/EDITORS.md" | sed '/^```/d'; }

cat >wrong.ampc <<'A'
#include <amp.h>
void f(int n, float *p)
{
    concurrency::array_view<float, 1> v(n, p);
    v.discard_dat();
}
A
tried=

if command -v nvim >/dev/null; then
    tried=1
    settings lua >init.lua
    cat >session.lua <<'A'
dofile('init.lua')
vim.cmd('edit wrong.ampc')
local function messages() return vim.diagnostic.get(0) end
local function until_true(what, f) if not vim.wait(30000, f, 20) then print('no ' .. what); vim.cmd('cquit') end end
until_true('message', function() return #messages() > 0 end)
print(messages()[1].lnum, messages()[1].message)
local params = { textDocument = vim.lsp.util.make_text_document_params(), context = { diagnostics = {} },
    range = { start = { line = 4, character = 8 }, ['end'] = { line = 4, character = 8 } } }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 30000)
for _, answer in pairs(answers) do vim.lsp.util.apply_workspace_edit(answer.result[1].edit, 'utf-16') end
until_true('end of messages', function() return #messages() == 0 end)
print(vim.api.nvim_buf_get_lines(0, 4, 5, true)[1])
vim.cmd('qall!')
A
    timeout 120 nvim --headless -u NONE -c 'luafile session.lua' >nvim.out 2>&1 || { cat nvim.out; fails "nvim"; }
    has nvim.out "did you mean 'discard_data'?"
    has nvim.out 'v.discard_data();'
fi

if command -v emacs >/dev/null; then
    settings elisp >init.el
    cat >session.el <<'A'
(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*")) (add-to-list 'load-path folder))
(unless (locate-library "eglot") (kill-emacs 77))
(load (expand-file-name "init.el"))
(find-file "wrong.ampc")
(setq eglot-sync-connect 30 eglot-confirm-server-initiated-edits nil)
(apply #'eglot (eglot--guess-contact))
(defun texts () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(defun wait-for (what test)
  (let ((tries 600))
    (while (not (funcall test))
      (when (= 0 (setq tries (1- tries))) (message "no %s: %S" what (texts)) (kill-emacs 1))
      (flymake-start)
      (accept-process-output nil 0.05))))
(flymake-mode 1)
(wait-for "message" (lambda () (texts)))
(message "%S" (texts))
(goto-char (point-min))
(search-forward "discard_")
(let ((action (aref (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                                     (list :textDocument (eglot--TextDocumentIdentifier)
                                           :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                           :context (list :diagnostics [])))
                    0)))
  ;; Emacs 30 wants to know which command it is for.
  (apply #'eglot--apply-workspace-edit (plist-get action :edit)
         (if (eq (car (func-arity #'eglot--apply-workspace-edit)) 2) (list this-command))))
(eglot--signal-textDocument/didChange)
(wait-for "end of messages" (lambda () (not (texts))))
(message "%s" (buffer-substring (line-beginning-position) (line-end-position)))
(kill-emacs 0)
A
    timeout 120 emacs -Q --batch -l session.el >emacs.out 2>&1 || [ $? = 77 ] || { cat emacs.out; fails "emacs"; }
    if grep -q discard emacs.out; then
        tried=1
        has emacs.out "did you mean 'discard_data'?"
        has emacs.out 'v.discard_data();'
    fi
fi
[ -n "$tried" ] || { echo "neither nvim nor emacs with eglot is installed"; exit 77; }
