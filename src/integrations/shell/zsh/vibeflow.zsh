# Shell integration for zsh: marks prompts, commands and their output (OSC 133), reports the
# directory (OSC 7) and sets titles. It exports nothing and changes no option. The user's hooks
# stay.

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
  (( ${preexec_functions[(Ie)__vibeflow_preexec]} )) || preexec_functions+=(__vibeflow_preexec)
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
  elif [[ ${PS1-} != *'133;A'* ]]; then PS1=$'%{\e]133;A;cl=line\a%}'"${PS1-}"$'%{\e]133;B\a%}'
  fi
  if [[ ${precmd_functions[-1]} != __vibeflow_mark_prompt ]]; then
    __vibeflow_attach
    'builtin' 'print' -n '\e]133;A\a' # the hooks that follow may replace this prompt
  fi
}

# Makes the hooks the first and the last.
__vibeflow_attach() {
  'builtin' 'emulate' -L zsh -o extended_glob -o no_warn_create_global
  precmd_functions=(__vibeflow_precmd
    ${precmd_functions:#__vibeflow_(begin|precmd|mark_prompt)} __vibeflow_mark_prompt)
}

__vibeflow_preexec() {
  'builtin' 'emulate' -L zsh -o no_warn_create_global
  (( ${precmd_functions[(Ie)__vibeflow_precmd]} )) || __vibeflow_attach
  __vibeflow_ran=1
  'builtin' 'local' line=${${1-}[1,256]}
  'builtin' 'printf' '\e]0;%s\a\e]133;C\a' "${${line%%$'\n'*}//[[:cntrl:]]/}"
  [[ ${3-} != exec[[:space:]]* ]] || __vibeflow_hand_on "$3"
}

# Gives a plain `exec zsh` or `exec fish` the variables of vibeflow's own start, so that the new
# shell loads its integration, which restores them. zsh exits if `exec` fails.
__vibeflow_hand_on() {
  'builtin' 'emulate' -L zsh -o extended_glob -o no_warn_create_global
  'builtin' 'local' -a words
  words=(${(Q)${(z)1}})
  'builtin' 'local' shell=${words[2]-}
  [[ $shell != ('$SHELL'|'${SHELL}') ]] || shell=${SHELL-}
  words=(${words[3,-1]:#(-l|-i|-il|-li|--login|--interactive)})
  (( ! $#words )) || 'builtin' 'return' 0
  if [[ ${shell:t} == zsh && -r $__vibeflow_here/.zshenv && -r $__vibeflow_here/vibeflow.zsh ]]; then
    [[ ${(t)ZDOTDIR-} != *export* ]] || 'builtin' 'export' VIBEFLOW_ZDOTDIR="$ZDOTDIR"
    'builtin' 'export' ZDOTDIR=$__vibeflow_here
  elif [[ ${shell:t} == fish && $__vibeflow_here != *:* && -d ${__vibeflow_here:h}/fish ]]; then
    if [[ -n ${XDG_DATA_DIRS-} ]]; then 'builtin' 'export' VIBEFLOW_XDG_DATA_DIRS="$XDG_DATA_DIRS"
    else 'builtin' 'export' VIBEFLOW_XDG_DATA_DIRS_UNSET=1
    fi
    'builtin' 'export' XDG_DATA_DIRS=${__vibeflow_here:h}/fish:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}
  fi
}

# Runs at the first prompt, after all startup files, so the hooks can be first and last. This
# prompt's other hooks run after it, and zsh runs periodic functions after all hooks.
__vibeflow_begin() {
  'builtin' 'local' -i code=$?
  __vibeflow_attach
  'builtin' 'unfunction' __vibeflow_begin
  if [[ -n ${VIBEFLOW_BIN-} ]]; then
    # vibeflow and vibeflow-emit: startup files may overwrite PATH
    [[ :$PATH: == *":$VIBEFLOW_BIN:"* ]] || PATH=$PATH:$VIBEFLOW_BIN
    'builtin' 'unset' VIBEFLOW_BIN
  fi
  __vibeflow_precmd
  [[ -n ${PERIOD-} && " ${periodic_functions[*]-} " == *' __vibeflow_periodic '* ]] || __vibeflow_mark_prompt
  'builtin' 'return' code
}

__vibeflow_periodic() {
  (( ! ${+functions[__vibeflow_begin]} )) || __vibeflow_begin # a startup file has removed it
  [[ -z $__vibeflow_period || $PERIOD != 1 ]] || 'builtin' 'unset' PERIOD
  __vibeflow_end_periodic
  __vibeflow_mark_prompt
}

__vibeflow_end_periodic() {
  'builtin' 'emulate' -L zsh -o no_warn_create_global
  periodic_functions=(${periodic_functions:#__vibeflow_periodic})
}

# A startup file may load it too, for nested shells.
if [[ -z ${__vibeflow_loaded-} ]]; then
  'builtin' 'typeset' -g __vibeflow_loaded=1 __vibeflow_ran= __vibeflow_prompted= __vibeflow_period=
  'builtin' 'typeset' -g __vibeflow_here=${${(%):-%x}:A:h}
  'builtin' 'typeset' -ga precmd_functions preexec_functions periodic_functions
  precmd_functions+=(__vibeflow_begin)
  periodic_functions+=(__vibeflow_periodic)
  [[ -n ${PERIOD-} ]] || { PERIOD=1; __vibeflow_period=1 }
fi
