" C with C++ AMP's words.
if exists("b:current_syntax")
  finish
endif
runtime! syntax/c.vim
syntax keyword ampcStatement parallel_for_each using namespace
syntax keyword ampcStorage restrict amp cpu tile_static mutable
syntax keyword ampcType index extent tiled_extent tiled_index tile_barrier array_view constant_view array
syntax keyword ampcType texture texture_view writeonly_texture_view
syntax keyword ampcType accelerator accelerator_view accelerator_list completion_future access_type queuing_mode
syntax keyword ampcNamespace concurrency Concurrency fast_math precise_math direct3d graphics amp_algorithms
highlight default link ampcStatement Statement
highlight default link ampcStorage StorageClass
highlight default link ampcType Type
highlight default link ampcNamespace Identifier
let b:current_syntax = "ampc"
