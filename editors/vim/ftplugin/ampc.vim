" C's settings (comments, indentation), and ampcc for :make.
if exists("b:did_ftplugin")
  finish
endif
runtime! ftplugin/c.vim
setlocal commentstring=//\ %s
compiler ampcc
