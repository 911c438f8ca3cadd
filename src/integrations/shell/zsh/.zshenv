# vibeflow's shell integration for zsh, first step: zsh reads this file because ZDOTDIR leads here. It puts ZDOTDIR back, so that zsh reads all
# further start-up files of the user by itself, reads the user's .zshenv, and makes the real integration begin at the first prompt.
# Off: VIBEFLOW_SHELL_INTEGRATION=0 in the environment that vibeflow is started from.

if [[ -n ${VIBEFLOW_ZDOTDIR+x} ]]; then
  'builtin' 'export' ZDOTDIR="$VIBEFLOW_ZDOTDIR"
  'builtin' 'unset' 'VIBEFLOW_ZDOTDIR'
else
  'builtin' 'unset' 'ZDOTDIR'
fi

{
  'builtin' 'typeset' __vibeflow_file="${ZDOTDIR-${HOME-}}/.zshenv"
  [[ ! -r $__vibeflow_file ]] || 'builtin' 'source' '--' "$__vibeflow_file"
} always {
  'builtin' 'unset' '__vibeflow_file'
  if [[ -o interactive && -z ${__vibeflow_loaded-} ]]; then
    'builtin' 'source' '--' "${${(%):-%x}:A:h}/vibeflow.zsh"
  fi
}
