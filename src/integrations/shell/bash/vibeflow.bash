# Shell integration for bash: marks prompts, commands and their output (OSC 133), reports the
# directory (OSC 7) and sets a title.
# It is loaded instead of the startup files and reads them first, so that the user's setup is
# complete. A startup file may also load it, for nested shells. It exports nothing.
# Disable it with VIBEFLOW_SHELL_INTEGRATION=0 in the environment that vibeflow is started from.

if [[ -n ${VIBEFLOW_BASH_LOGIN-} ]]; then
  # A login shell ignores --rcfile. It was started with --posix, in which bash reads only $ENV.
  builtin set +o posix
  builtin shopt -u inherit_errexit 2>/dev/null
  if [[ -n ${VIBEFLOW_BASH_ENV+x} ]]; then ENV=$VIBEFLOW_BASH_ENV; else builtin unset -v ENV; fi
  if [[ -n ${VIBEFLOW_BASH_HISTFILE-} ]]; then builtin export -n HISTFILE; fi
  builtin unset -v VIBEFLOW_BASH_LOGIN VIBEFLOW_BASH_ENV VIBEFLOW_BASH_HISTFILE POSIXLY_CORRECT
  __vibeflow_loading=1
  if [[ -r /etc/profile ]]; then builtin source /etc/profile; fi
  if [[ -r ~/.bash_profile ]]; then builtin source ~/.bash_profile
  elif [[ -r ~/.bash_login ]]; then builtin source ~/.bash_login
  elif [[ -r ~/.profile ]]; then builtin source ~/.profile
  fi
  builtin unset -v __vibeflow_loading
elif [[ ${#BASH_SOURCE[@]} == 1 && ${BASH_SOURCE[0]} == */vibeflow.bash && -r ~/.bashrc ]]; then
  __vibeflow_loading=1
  builtin source ~/.bashrc
  builtin unset -v __vibeflow_loading
fi

if [[ -n ${VIBEFLOW_BIN-} ]]; then
  # vibeflow and vibeflow-emit: startup files may overwrite PATH
  [[ :$PATH: == *":$VIBEFLOW_BIN:"* ]] || PATH=$PATH:$VIBEFLOW_BIN
  builtin unset -v VIBEFLOW_BIN
fi

# Without hooks the marks would be incomplete.
__vibeflow_attributes() {
  builtin local attributes
  attributes=$(builtin declare -p PROMPT_COMMAND 2>/dev/null)
  attributes=${attributes#declare }
  builtin printf %s "${attributes%% *}"
}

if [[ $- == *i* && -z ${__vibeflow_loaded-}${__vibeflow_loading-} && ${BASH_VERSINFO[0]} -ge 4 &&
  $(__vibeflow_attributes) != *r* ]]; then
  __vibeflow_loaded=1
  __vibeflow_ran=0
  __vibeflow_prompted=
  # The first hook has run for the prompt that is being made.
  __vibeflow_seen=
  # The hooks have run since the last command.
  __vibeflow_hooked=0
  __vibeflow_url_of=
  __vibeflow_url=
  __vibeflow_a='\[\e]133;A;cl=line\a\]'
  __vibeflow_b='\[\e]133;B\a\]'
  # The subscript changes variables of this shell and expands to nothing: it records that a command
  # runs and, from bash 5.1 on, adds the last hook if none ran for the prompt.
  __vibeflow_ran_only='${__vibeflow_none[${__vibeflow_lost[__vibeflow_hooked]:+'
  __vibeflow_ran_only+='${PROMPT_COMMAND[999]:=__vibeflow_after},}'
  __vibeflow_ran_only+='$((__vibeflow_ran=__vibeflow_hooked,__vibeflow_hooked=0,0))]-}'
  __vibeflow_c='$(__vibeflow_start \!)'$__vibeflow_ran_only
  __vibeflow_after=0 # the subscript evaluates this name

  # Marks the command, whose end would not be marked without the hooks. Sets it as title if it is in
  # the history, whose number has then risen since the prompt. An omitted line is private, or
  # repeats the previous one.
  __vibeflow_start() {
    builtin local line
    if [[ $__vibeflow_hooked == 0 ]]; then builtin return; fi
    if [[ $1 -gt ${__vibeflow_number:-$1} ]]; then
      line=$(HISTTIMEFORMAT= builtin fc -ln -0 2>/dev/null)
      line=${line#"${line%%[![:space:]]*}"}
      line=${line%%$'\n'*}
      builtin printf '\e]0;%s\a' "${line//[[:cntrl:]]/}"
    fi
    builtin printf '\e]133;C\a'
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
    builtin local status="${1-$?}"
    if [[ -n $__vibeflow_seen ]]; then builtin return "$status"; fi
    __vibeflow_seen=1
    __vibeflow_hooked=1
    if [[ $__vibeflow_ran == 1 ]]; then builtin printf '\e]133;D;%d\a' "$status"
    elif [[ -n $__vibeflow_prompted ]]; then builtin printf '\e]133;D\a'
    fi
    if (( BASH_VERSINFO[0] > 4 || BASH_VERSINFO[1] >= 4 )); then
      __vibeflow_number='\!'
      __vibeflow_number=${__vibeflow_number@P}
      # The number does not rise with the very first entry.
      if [[ -z $__vibeflow_prompted && $__vibeflow_number == 1 && -z $(builtin history 1) ]]; then __vibeflow_number=0; fi
    fi
    __vibeflow_ran=0
    __vibeflow_prompted=1
    [[ $__vibeflow_url_of == "$PWD" ]] || __vibeflow_encode
    builtin local place="$PWD"
    if [[ -n ${HOME-} && ( $place == "$HOME" || $place == "$HOME"/* ) ]]; then place="~${place:${#HOME}}"; fi
    builtin printf '\e]7;file://%s%s\a\e]0;%s\a' "${HOSTNAME-}" "$__vibeflow_url" "${place//[[:cntrl:]]/}"
    builtin return "$status"
  }

  # Runs last, after other commands that set the prompt.
  __vibeflow_after() {
    builtin local status="$?"
    if [[ -z $__vibeflow_seen ]]; then __vibeflow_before "$status"; fi
    __vibeflow_seen=
    if [[ -n ${__vibeflow_lost-} ]]; then __vibeflow_attach; fi
    builtin local ps0= ps1=
    if (( BASH_VERSINFO[0] > 4 || BASH_VERSINFO[1] >= 4 )); then
      ps0=${PS0+${PS0@a}}
      ps1=${PS1+${PS1@a}}
    fi
    if [[ $ps1 != *r* && ${PS1-} != *'133;A'* ]]; then PS1=$__vibeflow_a${PS1-}$__vibeflow_b; fi
    if [[ $ps0 == *r* ]]; then __vibeflow_ran=1
    elif ! builtin shopt -q promptvars; then
      __vibeflow_ran=1
      PS0=${PS0-}
      PS0=${PS0//"$__vibeflow_c"/}
      PS0=${PS0//"$__vibeflow_ran_only"/}
      if [[ ${PS0-} != *'133;C'* ]]; then PS0=${PS0-}'\e]133;C\a'; fi
    elif [[ ${PS0-} != *__vibeflow_ran* ]]; then
      # The user's PS0 may mark commands itself.
      if [[ ${PS0-} == *'133;C'* ]]; then PS0=$PS0$__vibeflow_ran_only; else PS0=${PS0-}$__vibeflow_c; fi
    fi
    builtin return "$status"
  }

  # bash 5.1 and later: puts the first hook before the user's first command, and the last one after
  # all others, since `PROMPT_COMMAND=` replaces the first element, and tools add theirs.
  # In the middle of a command (`command`), no prompt starts.
  __vibeflow_attach() {
    builtin local one others
    others=()
    if [[ ${PROMPT_COMMAND[0]-} == __vibeflow_before* && ${PROMPT_COMMAND[-1]-} == __vibeflow_after ]] ||
      [[ $(__vibeflow_attributes) == *r* ]]; then
      builtin return 0
    fi
    # What follows may replace this prompt.
    if [[ -z ${1-} && -n $__vibeflow_prompted && ${PROMPT_COMMAND[-1]-} != __vibeflow_after ]]; then builtin printf '\e]133;A\a'; fi
    for one in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do
      one=${one//__vibeflow_before$'\n'/}
      if [[ $one != __vibeflow_after && $one != __vibeflow_before ]]; then others+=("$one"); fi
    done
    # A line feed: the user's command may begin or end in a comment.
    PROMPT_COMMAND=("__vibeflow_before${others[0]:+$'\n'${others[0]}}" "${others[@]:1}" __vibeflow_after)
  }

  __vibeflow_lost=()
  if (( BASH_VERSINFO[0] > 5 || ( BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1 ) )); then
    # Each element of the array gets the user's status.
    __vibeflow_lost=(1)
    if [[ -n ${PROMPT_COMMAND[*]-} ]]; then
      PROMPT_COMMAND=("${PROMPT_COMMAND[@]}")
      __vibeflow_attach
    else PROMPT_COMMAND=(__vibeflow_before __vibeflow_after)
    fi
    # Runs after each file that is sourced at the prompt, such as a startup file that sets its hooks.
    if [[ -z $(builtin trap -p RETURN) ]]; then builtin trap '__vibeflow_attach command' RETURN; fi
  else
    # Line feeds around it: the user's command may end in a semicolon or a comment.
    PROMPT_COMMAND="__vibeflow_before"$'\n'"${PROMPT_COMMAND-}"$'\n'"__vibeflow_after"
  fi
fi
