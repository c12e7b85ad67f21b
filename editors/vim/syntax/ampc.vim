" C with C++ AMP's words.
if exists("b:current_syntax")
  finish
endif
runtime! syntax/c.vim
syntax keyword ampcStatement parallel_for_each using namespace
syntax keyword ampcStorage restrict amp cpu tile_static
syntax keyword ampcType index extent tiled_extent tiled_index tile_barrier array_view array
syntax keyword ampcType accelerator accelerator_view completion_future
highlight default link ampcStatement Statement
highlight default link ampcStorage StorageClass
highlight default link ampcType Type
let b:current_syntax = "ampc"
