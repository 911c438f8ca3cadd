# Shell integration for bash: marks prompts, commands and their output (OSC 133), reports the
# directory (OSC 7) and sets a title.
# It is loaded instead of the startup files and reads them first, so that the user's setup is
# complete. It exports nothing.
# Disable it with VIBEFLOW_SHELL_INTEGRATION=0 in the environment that vibeflow is started from.

if [[ -n ${VIBEFLOW_BASH_LOGIN-} ]]; then
  # A login shell ignores --rcfile. It was started with --posix, in which bash reads only $ENV.
  builtin set +o posix
  builtin shopt -u inherit_errexit 2>/dev/null
  if [[ -n ${VIBEFLOW_BASH_ENV+x} ]]; then ENV=$VIBEFLOW_BASH_ENV; else builtin unset -v ENV; fi
  if [[ -n ${VIBEFLOW_BASH_HISTFILE-} ]]; then builtin export -n HISTFILE; fi
  builtin unset -v VIBEFLOW_BASH_LOGIN VIBEFLOW_BASH_ENV VIBEFLOW_BASH_HISTFILE POSIXLY_CORRECT
  if [[ -r /etc/profile ]]; then builtin source /etc/profile; fi
  if [[ -r ~/.bash_profile ]]; then builtin source ~/.bash_profile
  elif [[ -r ~/.bash_login ]]; then builtin source ~/.bash_login
  elif [[ -r ~/.profile ]]; then builtin source ~/.profile
  fi
elif [[ -r ~/.bashrc ]]; then
  builtin source ~/.bashrc
fi

if [[ -n ${VIBEFLOW_REMOTE_BIN-} ]]; then
  # from `vibeflow ssh`: startup files may overwrite PATH
  [[ :$PATH: == *":$VIBEFLOW_REMOTE_BIN:"* ]] || PATH=$PATH:$VIBEFLOW_REMOTE_BIN
  builtin unset -v VIBEFLOW_REMOTE_BIN
fi

if [[ $- == *i* && -z ${__vibeflow_loaded-} && ${BASH_VERSINFO[0]} -ge 4 ]]; then
  __vibeflow_loaded=1
  __vibeflow_ran=
  __vibeflow_prompted=
  __vibeflow_url_of=
  __vibeflow_url=
  __vibeflow_a='\[\e]133;A\a\]'
  __vibeflow_b='\[\e]133;B\a\]'
  # The subscript records in this shell that a command runs; it expands to nothing.
  __vibeflow_c='$(__vibeflow_title \!)\e]133;C\a${__vibeflow_none[$((__vibeflow_ran=1,0))]-}'

  # Sets the command as title if it is in the history, whose number has then risen since the prompt.
  # An omitted line is private, or repeats the previous one.
  __vibeflow_title() {
    builtin local line
    [[ $1 -gt ${__vibeflow_number:-$1} ]] || builtin return
    line=$(HISTTIMEFORMAT= builtin fc -ln -0 2>/dev/null)
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%%$'\n'*}
    builtin printf '\e]0;%s\a' "${line//[[:cntrl:]]/}"
  }

  __vibeflow_encode() {
    # Quoted, since after `builtin` these are ordinary words.
    builtin local LC_ALL=C rest="$PWD" character hex
    __vibeflow_url=
    while [[ -n $rest ]]; do
      character=${rest:0:1}
      rest=${rest:1}
      if [[ $character == [a-zA-Z0-9/._~-] ]]; then
        __vibeflow_url+=$character
      else
        builtin printf -v hex '%02X' "'$character"
        __vibeflow_url+=%${hex: -2}
      fi
    done
    __vibeflow_url_of=$PWD
  }

  # Runs first of all prompt commands, so $? is the status of the user's command.
  __vibeflow_before() {
    builtin local status=$?
    if [[ -n $__vibeflow_ran ]]; then builtin printf '\e]133;D;%d\a' "$status"
    elif [[ -n $__vibeflow_prompted ]]; then builtin printf '\e]133;D\a'
    fi
    if (( BASH_VERSINFO[0] > 4 || BASH_VERSINFO[1] >= 4 )); then
      __vibeflow_number='\!'
      __vibeflow_number=${__vibeflow_number@P}
      # The number does not rise with the very first entry.
      if [[ -z $__vibeflow_prompted && $__vibeflow_number == 1 && -z $(builtin history 1) ]]; then __vibeflow_number=0; fi
    fi
    __vibeflow_ran=
    __vibeflow_prompted=1
    [[ $__vibeflow_url_of == "$PWD" ]] || __vibeflow_encode
    builtin local place="$PWD"
    if [[ -n ${HOME-} && ( $place == "$HOME" || $place == "$HOME"/* ) ]]; then place="~${place:${#HOME}}"; fi
    builtin printf '\e]7;file://%s%s\a\e]0;%s\a' "${HOSTNAME-}" "$__vibeflow_url" "${place//[[:cntrl:]]/}"
    builtin return "$status"
  }

  # Runs last, after other commands that set the prompt.
  __vibeflow_after() {
    builtin local status=$?
    if [[ ${PS1-} != *'133;A'* ]]; then PS1=$__vibeflow_a${PS1-}$__vibeflow_b; fi
    if [[ ${PS0-} != *'133;C'* ]]; then
      if builtin shopt -q promptvars; then PS0=${PS0-}$__vibeflow_c; else PS0=${PS0-}'\e]133;C\a'; __vibeflow_ran=1; fi
    elif ! builtin shopt -q promptvars; then __vibeflow_ran=1
    fi
    builtin return "$status"
  }

  if (( BASH_VERSINFO[0] > 5 || ( BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1 ) )); then
    # Each element of the array gets the user's status. An empty array has no status to keep.
    if [[ -n ${PROMPT_COMMAND[*]-} ]]; then PROMPT_COMMAND=(__vibeflow_before "${PROMPT_COMMAND[@]}" __vibeflow_after)
    else PROMPT_COMMAND=(__vibeflow_before __vibeflow_after)
    fi
  else
    # Line feeds around it: the user's command may end in a semicolon or a comment.
    PROMPT_COMMAND="__vibeflow_before"$'\n'"${PROMPT_COMMAND-}"$'\n'"__vibeflow_after"
  fi
fi
