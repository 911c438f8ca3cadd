# Shell integration for zsh: marks prompts, commands and their output (OSC 133), reports the
# directory (OSC 7) and sets titles. It exports nothing and changes no option. The user's hooks
# stay.

'builtin' 'typeset' -g __vibeflow_loaded=1 __vibeflow_ran= __vibeflow_prompted=

__vibeflow_report_directory() {
  'builtin' 'emulate' -L zsh -o no_multibyte
  'builtin' 'local' url= character place
  for character in ${(s::)PWD}; do
    if [[ $character == [a-zA-Z0-9/._~-] ]]; then url+=$character
    else url+=$(( [##16] #character + 256 )); url="${url[1,-4]}%${url[-2,-1]}"
    fi
  done
  place=${(D)PWD}
  'builtin' 'printf' '\e]7;file://%s%s\a\e]0;%s\a' "${HOST-}" "$url" "${place//[[:cntrl:]]/}"
}

__vibeflow_precmd() {
  'builtin' 'local' -i code=$?
  'builtin' 'emulate' -L zsh -o no_warn_create_global
  if [[ -n $__vibeflow_ran ]]; then 'builtin' 'printf' '\e]133;D;%d\a' $code
  elif [[ -n $__vibeflow_prompted ]]; then 'builtin' 'printf' '\e]133;D\a'
  fi
  __vibeflow_ran=
  __vibeflow_prompted=1
  __vibeflow_report_directory
}

# Runs last, since a theme may set the prompt. A separate function, since `emulate -L` hides the
# user's options.
__vibeflow_mark_prompt() {
  if [[ ! -o prompt_percent ]]; then 'builtin' 'print' -n '\e]133;A\a\e]133;B\a'
  elif [[ ${PS1-} != *'133;A'* ]]; then PS1=$'%{\e]133;A\a%}'"${PS1-}"$'%{\e]133;B\a%}'
  fi
}

__vibeflow_preexec() {
  'builtin' 'emulate' -L zsh
  __vibeflow_ran=1
  'builtin' 'local' line=${${1-}[1,256]}
  'builtin' 'printf' '\e]0;%s\a\e]133;C\a' "${${line%%$'\n'*}//[[:cntrl:]]/}"
}

# Runs at the first prompt, after all startup files, so the hooks can be first and last.
__vibeflow_begin() {
  'builtin' 'local' -i code=$?
  precmd_functions=(__vibeflow_precmd ${precmd_functions:#__vibeflow_begin} __vibeflow_mark_prompt)
  preexec_functions=(${preexec_functions-} __vibeflow_preexec)
  'builtin' 'unfunction' __vibeflow_begin
  if [[ -n ${VIBEFLOW_REMOTE_BIN-} ]]; then
    # from `vibeflow ssh`: startup files may overwrite PATH
    [[ :$PATH: == *":$VIBEFLOW_REMOTE_BIN:"* ]] || PATH=$PATH:$VIBEFLOW_REMOTE_BIN
    'builtin' 'unset' VIBEFLOW_REMOTE_BIN
  fi
  __vibeflow_precmd
  __vibeflow_mark_prompt
  'builtin' 'return' code
}

'builtin' 'typeset' -ga precmd_functions preexec_functions
precmd_functions+=(__vibeflow_begin)
