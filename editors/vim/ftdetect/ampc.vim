autocmd BufNewFile,BufRead *.ampc setfiletype ampc
