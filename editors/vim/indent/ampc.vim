" As C.
runtime! indent/c.vim
