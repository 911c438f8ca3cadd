# Shell integration for zsh, first step: zsh reads this file because of ZDOTDIR. It restores
# ZDOTDIR, so that zsh reads all further startup files of the user, reads the user's .zshenv, and
# delays the integration until the first prompt.
# Disable it with VIBEFLOW_SHELL_INTEGRATION=0 in the environment that vibeflow is started from.

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
