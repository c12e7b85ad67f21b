" :make runs make where there is a Makefile, else ampcc on this file; :cnext goes through the messages. Lines without a place (the
" source that a message shows, fix-its) are no entries.
if exists("current_compiler")
  finish
endif
let current_compiler = "ampcc"
if !filereadable("Makefile") && !filereadable("makefile")
  CompilerSet makeprg=ampcc\ -fsyntax-only\ %:S
endif
CompilerSet errorformat=%-G%f:%l:%c:%$,%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,
      \%f:%l:%c:\ fatal\ %trror:\ %m,%D%*\\a[%*\\d]:\ Entering\ directory\ '%f',%X%*\\a[%*\\d]:\ Leaving\ directory\ '%f',%-G%.%#
