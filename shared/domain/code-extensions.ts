// Which files are source code or settings, by extension or by whole name.

const groups = [
  'js mjs cjs jsx ts mts cts tsx vue svelte astro coffee',
  'py pyi pyw rb erb php pl pm lua tcl r jl groovy gradle',
  'c h cc cpp cxx hh hpp hxx m mm cs fs fsx vb java kt kts scala swift dart go rs zig nim d v sv vhd vhdl ino cu',
  'hs lhs ml mli elm ex exs erl hrl clj cljs cljc edn lisp lsp el scm rkt f f90 f95 for pas pp ada adb ads cob cbl asm s',
  'sh bash zsh fish ksh ps1 psm1 psd1 bat cmd awk sed vim',
  'sql graphql gql proto thrift css scss sass less styl',
  'toml ini cfg conf cnf properties editorconfig desktop service tf tfvars hcl nix cmake mk bib sty cls bst',
  'diff patch applescript ahk vbs sol wat gd glsl hlsl wgsl',
];

const names = [
  'dockerfile',
  'containerfile',
  'makefile',
  'gnumakefile',
  'rakefile',
  'gemfile',
  'jenkinsfile',
  'vagrantfile',
  'procfile',
];

/** Lower-case, without the dot. */
export const codeExtensions: readonly string[] = [...groups.flatMap((group) => group.split(' ')), ...names];

/** Lower-case names without an extension that say what is inside. */
export const wholeNames: ReadonlySet<string> = new Set([
  ...names,
  ...['readme', 'license', 'licence', 'copying', 'notice', 'authors', 'changelog'],
]);
