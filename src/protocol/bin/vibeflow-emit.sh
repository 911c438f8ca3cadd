#!/bin/sh
# vibeflow-emit without starting Node, by the same contract (docs/reference/vibeflow-emit.md): plain
# states, hooks and terminals. Passes everything else (some Claude Code events, the session socket,
# names beyond printable ASCII, --help) to vibeflow-emit.mjs. Common paths use builtins only; hooks
# also use `timeout` and `head`. POSIX, except for `test -O`, which every sh on Linux has.

LC_ALL=C           # a character is a byte
set -f -C          # `$words` is split and not matched; `>` never empties a file
# lets a background job write despite `stty tostop`, and makes a closed pipe an error
trap '' TTOU PIPE
version=0.1.0
usage='usage: vibeflow-emit active|working|waiting|done|error [--tool NAME]
                     [--project NAME] [--message TEXT] [--wrap auto|tmux|none]
       vibeflow-emit --hook claude [--on-stop waiting|done]
       vibeflow-emit --hook AGENT [--event NAME]
       vibeflow-emit --help | -h | --version'

# hand ARGUMENT...: replaces this process by the Node version, with the Node next to it in a package
# or the one in PATH. Returns only if either is missing.
hand() {
  self=$0
  [ -L "$self" ] && self=$(readlink -f "$self")
  here=${self%/*}
  [ -f "$here/vibeflow-emit.mjs" ] || return
  node=$here/node
  [ -x "$node" ] || node=$(command -v node) || return
  [ -z "$json" ] && exec "$node" "$here/vibeflow-emit.mjs" "$@"
  printf '%s' "$json" | "$node" "$here/vibeflow-emit.mjs" "$@"
  exit
}
json='' # a hook's input that has been read

refuse() {
  printf 'vibeflow-emit: %s\n%s\n' "$1" "$usage" >&2
  exit 2
}

# --- The payload

# encode TEXT: sets `$encoded` to the printable ASCII TEXT, with the frame's delimiters as %XX
encode() {
  encoded='' rest=$1
  while :; do
    case $rest in *[\;=%]*) ;; *) encoded=$encoded$rest; return ;; esac
    plain=${rest%%[;=%]*}
    rest=${rest#"$plain"}
    case $rest in
      \;*) encoded=$encoded$plain%3B ;;
      =*) encoded=$encoded$plain%3D ;;
      *) encoded=$encoded$plain%25 ;;
    esac
    rest=${rest#?}
  done
}

# Hooks. `$1` of `knows` is an agent, of `says` AGENT/EVENT; `says` sets `$state` and `$kind`.
# >>> made of hook-table.ts by a test
knows() {
  case $1 in
    claude | codex | gemini | qwen | qodercli | copilot | droid | grok) ;;
    auggie | cline | cursor-agent) ;;
    *) false ;;
  esac
}
says() {
  state='' kind=''
  case $1 in
    codex/SessionStart) state=idle ;;
    codex/UserPromptSubmit) state=working ;;
    codex/PreToolUse) state=working ;;
    codex/PermissionRequest) state=blocked kind=permission ;;
    codex/PostToolUse) state=working ;;
    codex/Stop) state=done ;;
    codex/SessionEnd) state=clear ;;
    codex/Interrupt) state=idle ;;
    gemini/SessionStart) state=idle ;;
    gemini/BeforeAgent) state=working ;;
    gemini/BeforeTool) state=working ;;
    gemini/Notification)
      if has notification_type ToolPermission; then state=blocked kind=permission
      fi ;;
    gemini/AfterTool) state=working ;;
    gemini/AfterAgent) state=done ;;
    gemini/SessionEnd) state=clear ;;
    qwen/SessionStart) state=idle ;;
    qwen/UserPromptSubmit) state=working ;;
    qwen/PreToolUse) state=working ;;
    qwen/PermissionRequest) state=blocked kind=permission ;;
    qwen/PostToolUse) state=working ;;
    qwen/Stop) state=done ;;
    qwen/SessionEnd) state=clear ;;
    qwen/PostToolUseFailure) state=working ;;
    qwen/StopFailure) state=error ;;
    qodercli/SessionStart) state=idle ;;
    qodercli/UserPromptSubmit) state=working ;;
    qodercli/PreToolUse) state=working ;;
    qodercli/PermissionRequest) state=blocked kind=permission ;;
    qodercli/PostToolUse) state=working ;;
    qodercli/Stop) state=done ;;
    qodercli/SessionEnd) state=clear ;;
    qodercli/StopFailure) state=error ;;
    copilot/userPromptSubmitted) state=working ;;
    copilot/preToolUse) state=working ;;
    copilot/notification)
      if has title Permission; then state=blocked kind=permission
      elif has notification_type permission_prompt; then state=blocked kind=permission
      elif has notification_type elicitation_dialog; then state=blocked kind=question
      fi ;;
    copilot/postToolUse) state=working ;;
    copilot/errorOccurred) state=error ;;
    copilot/agentStop) state=done ;;
    copilot/sessionEnd) state=clear ;;
    droid/SessionStart) state=idle ;;
    droid/UserPromptSubmit) state=working ;;
    droid/PreToolUse) state=working ;;
    droid/PostToolUse) state=working ;;
    droid/Stop) state=done ;;
    droid/SessionEnd) state=clear ;;
    droid/Notification)
      if has message permission; then state=blocked kind=permission
      fi ;;
    grok/SessionStart) state=idle ;;
    grok/UserPromptSubmit) state=working ;;
    grok/PreToolUse) state=working ;;
    grok/PostToolUse) state=working ;;
    grok/Stop) state=done ;;
    grok/SessionEnd) state=clear ;;
    grok/Notification)
      if has notificationType permission_prompt; then state=blocked kind=permission
      elif has notificationType elicitation_dialog; then state=blocked kind=question
      fi ;;
    grok/StopFailure) state=error ;;
    auggie/SessionStart) state=idle ;;
    auggie/PromptSubmit) state=working ;;
    auggie/PreToolUse) state=working ;;
    auggie/PostToolUse) state=working ;;
    auggie/Stop)
      if has agent_stop_cause interrupted; then state=idle
      elif has agent_stop_cause error; then state=error
      else state=done
      fi ;;
    auggie/SessionEnd) state=clear ;;
    cline/TaskStart) state=working ;;
    cline/PreToolUse) state=working ;;
    cline/PostToolUse) state=working ;;
    cline/TaskComplete) state=done ;;
    cline/TaskError) state=error ;;
    cline/TaskCancel) state=idle ;;
    cline/SessionShutdown) state=idle ;;
    cursor-agent/sessionStart) state=idle ;;
    cursor-agent/beforeSubmitPrompt) state=working ;;
    cursor-agent/postToolUse) state=working ;;
    cursor-agent/stop)
      if has status aborted; then state=idle
      elif has status error; then state=error
      else state=done
      fi ;;
    cursor-agent/sessionEnd) state=clear ;;
    claude/UserPromptSubmit) state=working ;;
    claude/PreToolUse) state=working ;;
    claude/PostToolUse) state=working ;;
    claude/PostToolUseFailure) state=working ;;
    claude/PostToolBatch) state=working ;;
    claude/ElicitationResult) state=working ;;
  esac
}
# <<<

# has NAME TEXT: tests whether the field contains TEXT
has() {
  field "$1"
  case $value in *"$2"*) ;; *) false ;; esac
}

# field NAME: sets `$value` to the event's text, or ''. Sets `$hard` if only a parser can find it:
# the name occurs twice, or the value is not text.
field() {
  value='' step=name
  case $json in
    *"\"$1\""*"\"$1\""*) hard=1; return ;;
    *"\"$1\""*) ;;
    *) return ;;
  esac
  IFS='"'
  for word in $json; do
    case $step in
      name) [ "$word" = "$1" ] && step=colon ;;
      colon)
        step=value
        case $word in
          :null* | ': null'*) break ;;
          *[!:[:space:]]* | *:*:*) hard=1; break ;;
          *:*) ;;
          *) hard=1; break ;;
        esac ;;
      value)
        value=$word
        case $word in *\\) hard=1 ;; esac
        break ;;
    esac
  done
  unset IFS
}

# begun: sets `$ticks` to the start time of this process (/proc/PID/stat, field 22), in clock ticks
# since boot. It orders reports that overtake each other.
begun() {
  ticks=0
  if { IFS= read -r line <"/proc/$$/stat"; } 2>/dev/null; then
    line=${line##*) }
    for ticks in $line; do
      fields=$((fields + 1))
      [ $fields -eq 20 ] && break
    done
  fi
}

# hook AGENT EVENT: sets `$payload` from the event on standard input, which it or EVENT names
hook() {
  fields=0
  begun
  export VIBEFLOW_HOOK_BEGUN="$ticks"
  json=$(timeout --foreground 1 head -c 1048577)
  if [ $? -eq 124 ]; then
    printf 'vibeflow-emit: no complete JSON on standard input within 1 s\n' >&2
    exit 1
  fi
  hard=1 value=$2 state=''
  case $json in '{'*'}') [ ${#json} -le 65536 ] && hard='' ;; esac
  [ -n "$hard" ] && return
  [ -z "$value" ] && field hook_event_name
  [ -z "$value" ] && field hookEventName
  says "$1/$value"
  case $1 in
    cline) field parent_agent_id ;;
    *) field agent_id ;;
  esac
  [ -n "$hard" ] && return
  [ -n "$value" ] && exit 0 # a sub-agent's, not the tab's
  if [ "$1" = claude ]; then claude; return; fi
  [ -z "$state" ] && exit 0 # nothing to say
  payload="7501;state=$state${kind:+:kind=$kind}:app=$1:hook=$ticks"
  end='\033\\' wrapped_end='\033\033\\'
}

# claude: sets `$payload` for the most frequent events; Node handles all others
claude() {
  [ -z "$state" ] && return
  field cwd
  case $hard$value in *[!\ -~]* | *\\*) return ;; esac
  [ -n "$hard" ] && return
  while :; do
    case $value in */) value=${value%/} ;; *) break ;; esac
  done
  encode "${value##*/}"
  [ ${#encoded} -gt 2048 ] && return
  payload="1338;state=$state;tool=claude${encoded:+;project=$encoded};hook=$ticks"
}

payload='' wrap=auto end='\007' wrapped_end='\007'
case " $* " in *' --hook'* | *' --after-terminals'*)
  event=''
  case $#$1$3 in 4--hook--event) event=$4 ;; esac
  case $event in *[!A-Za-z]*) ;; *)
    case $#$1$3 in 2--hook | 4--hook--event) knows "$2" && hook "$2" "$event" ;; esac ;;
  esac
  if [ -z "$payload" ]; then
    hand "$@"
    printf 'vibeflow-emit: this hook needs Node.js, and vibeflow-emit.mjs next to this script\n' >&2
    exit 1
  fi ;;
esac

# plain ARGUMENT...: sets `$payload` and `$wrap` for a named state
plain() {
  state='' has_state='' event='' tool='' project=''
  has_tool='' has_project='' name='' on_stop='' problem=''
  for word do
    if [ -n "$name" ]; then
      case $word in -*) break ;; esac
      word=$name=$word name=''
    fi
    case $word in
      --help | -h)
        hand "$@"
        printf '%s\n' "$usage" >&2
        exit 0 ;;
      --version)
        printf 'vibeflow-emit %s\n' "$version"
        exit ;;
      --tool | --project | --wrap | --on-stop) name=$word ;;
      --message | --message=*)
        hand "$@"
        [ "$word" = --message ] && name=--message && continue
        printf 'vibeflow-emit: sent without the message, which needs Node.js\n' >&2 ;;
      --tool=*) tool=${word#*=} has_tool=1 ;;
      --project=*) project=${word#*=} has_project=1 ;;
      --wrap=auto | --wrap=tmux | --wrap=none) wrap=${word#*=} ;;
      --wrap=*) problem=${problem:-"unknown --wrap \"${word#*=}\". Available: auto, tmux, none"} ;;
      --on-stop=waiting | --on-stop=done) on_stop=1 ;;
      --on-stop=*)
        problem=${problem:-"unknown --on-stop \"${word#*=}\". Available: waiting, done"} ;;
      -*) problem=${problem:-"unknown option \"${word%%=*}\""} ;;
      '{'*)
        [ -n "$event" ] && problem=${problem:-"unexpected argument \"$word\""}
        event=$word ;; # Codex appends its event: not ours to read
      *)
        [ -n "$has_state" ] && problem=${problem:-"unexpected argument \"$word\""}
        state=$word has_state=1 ;;
    esac
  done
  [ -n "$name" ] && problem=${problem:-"$name requires a value"}
  [ -n "$on_stop" ] && problem=${problem:-"--on-stop requires --hook"}
  [ -n "$problem" ] && refuse "$problem"
  case $state in
    active | working | waiting | done | error) ;;
    '') refuse 'missing argument: active, working, waiting, done, error' ;;
    *)
      hand "$@" # which knows what was meant
      refuse "unknown state \"$state\"" ;;
  esac

  case $tool$project in *[!\ -~]*)
    hand "$@"
    printf 'vibeflow-emit: no terminal reached: names beyond printable ASCII need Node.js, %s\n' \
      'and vibeflow-emit.mjs next to this script' >&2
    exit 3 ;;
  esac

  if [ "$state" = error ]; then
    case $has_project$tool in *[!A-Za-z0-9_.+-]*) has_project=1 ;; esac
    if [ -n "$has_project" ]; then
      hand "$@" # encodes a project, refuses a name
      printf 'vibeflow-emit: sent without names, which need Node.js\n' >&2
      tool=''
    fi
    payload="7501;state=error${tool:+:app=$tool}:instead=1338"
    end='\033\\' wrapped_end='\033\033\\'
    return
  fi
  payload="1338;state=$state"
  if [ -n "$has_tool" ]; then encode "$tool"; payload="$payload;tool=$encoded"; fi
  if [ -n "$has_project" ]; then encode "$project"; payload="$payload;project=$encoded"; fi
  [ $((${#payload} + 3)) -gt 4096 ] &&
    refuse 'the report is too long. A sequence has up to 4096 bytes'
}

[ -n "$payload" ] || plain "$@"

# --- The targets

# put WRAPPED [PATH]: writes once, to PATH or standard output. A stopped terminal would block the
# shell, so a subshell writes and reports with a signal. Without a signal, a watchdog kills it after
# 250 ms. Only a subshell opens a path: it leads no session, so that the terminal never becomes its
# controlling terminal.
put() {
  put_said=''
  trap 'put_said=0' USR1
  trap 'put_said=1' USR2
  (
    if [ -n "$2" ]; then exec >"$2"; fi
    if [ "$1" = tmux ]; then
      printf '\033Ptmux;\033\033]%s%b\033\\' "$payload" "$wrapped_end"
    else
      printf '\033]%s%b' "$payload" "$end"
    fi && kill -USR1 $$ || kill -USR2 $$
  ) 2>/dev/null &
  put_writer=$!
  put_turns=0
  while [ -z "$put_said" ] && [ $put_turns -lt 200 ]; do put_turns=$((put_turns + 1)); done
  put_watchdog=''
  if [ -z "$put_said" ]; then
    { { sleep 0.25 || sleep 1; } && kill -KILL $put_writer; } </dev/null >/dev/null 2>&1 &
    put_watchdog=$!
  fi
  while :; do
    wait $put_writer
    put_status=$?
    # an unrelated signal interrupted the wait
    [ -z "$put_said" ] && [ $put_status -gt 128 ] && [ $put_status -ne 137 ] || break
  done
  [ -n "$put_watchdog" ] && kill $put_watchdog 2>/dev/null
  put_status=${put_said:-$put_status}
  return "$put_status"
}

tried=''
miss() {
  tried="$tried
  $1: $2"
}

# write_to NAME WRAPPED [PATH]: exits on success
write_to() {
  if [ -n "$late" ]; then
    miss "$1" 'not tried: the time limit has passed'
    return
  fi
  put "$2" "$3" && exit 0
  if [ $put_status -eq 137 ]; then
    late=1
    miss "$1" 'accepts no output. Is it paused (Ctrl+S)?'
  else
    miss "$1" 'cannot be written to'
  fi
}

late='' where=$wrap
if [ -n "$VIBEFLOW_EMIT_STDOUT" ]; then
  put "$wrap" '' && exit 0
  printf 'vibeflow-emit: standard output cannot be written to. %s\n' \
    'Nothing else is tried because VIBEFLOW_EMIT_STDOUT is set' >&2
  exit 1
fi
[ "$wrap" = auto ] && [ -n "$TMUX" ] && where=tmux

# The environment of a multiplexer may belong to another tab.
inside=''
for name in ${TMUX:+tmux} ${STY:+screen} ${ZELLIJ:+Zellij}; do
  inside=${inside:-"not used inside $name, whose environment may be another tab's"}
done

opened=''
{ { opened=1; write_to /dev/tty "$where" ''; } >/dev/tty; } 2>/dev/null
[ -z "$opened" ] && miss /dev/tty 'cannot be opened: there is no controlling terminal'

# own_terminal PATH: tests PATH, or sets `$problem`. On devpts, the name implies the device number.
own_terminal() {
  problem=''
  if [ -L "$1" ]; then problem="$1 is a link"
  elif [ ! -e "$1" ]; then problem="$1 does not exist"
  elif [ ! -c "$1" ]; then problem="$1 is not a terminal"
  elif [ ! -O "$1" ]; then problem="$1 is another user's"
  fi
  [ -z "$problem" ]
}

if [ -z "$VIBEFLOW_TTY" ]; then miss VIBEFLOW_TTY 'not set'
elif [ -n "$inside" ]; then miss VIBEFLOW_TTY "$inside"
else
  case $VIBEFLOW_TTY in
    /dev/pts/ | /dev/pts/*[!0-9]* | /dev/pts/0?* | /dev/pts/????????*)
      miss VIBEFLOW_TTY 'is not a /dev/pts/N' ;;
    /dev/pts/*)
      if own_terminal "$VIBEFLOW_TTY"; then write_to VIBEFLOW_TTY "$wrap" "$VIBEFLOW_TTY"
      else miss VIBEFLOW_TTY "$problem"
      fi ;;
    *) miss VIBEFLOW_TTY 'is not a /dev/pts/N' ;;
  esac
fi

# Sets `$terminal` to the pts of the nearest ancestor that has one, or ''. /proc/PID/stat: pid
# (name) state ppid group session tty ...; the name may contain spaces and parentheses.
find_ancestor() {
  pid=$PPID level=0 terminal=''
  while [ $level -lt 32 ] && [ "$pid" -gt 0 ] &&
    { IFS= read -r line <"/proc/$pid/stat"; } 2>/dev/null; do
    set -- ${line##*) }
    major=$(($5 >> 8 & 4095)) minor=$(($5 & 255 | $5 >> 12 & 1048320))
    if [ $major -ge 136 ] && [ $major -le 143 ]; then
      terminal=/dev/pts/$(((major - 136) * 256 + minor))
      return
    fi
    pid=$2 level=$((level + 1))
  done
}

find_ancestor
if [ -z "$terminal" ]; then miss 'terminal of an ancestor' 'none has one'
elif own_terminal "$terminal"; then write_to 'terminal of an ancestor' "$where" "$terminal"
else miss 'terminal of an ancestor' "$problem"
fi

if [ -z "$VIBEFLOW_SOCKET" ]; then miss VIBEFLOW_SOCKET 'not set'
elif [ -n "$inside" ]; then miss VIBEFLOW_SOCKET "$inside"
else
  if [ -n "$json" ]; then hand "$@"; else hand --after-terminals "$tried" "$@"; fi
  miss VIBEFLOW_SOCKET 'needs Node.js, and vibeflow-emit.mjs next to this script'
fi
# Claude writes the frame for a hook if no terminal accepts it
case $json$payload in '{'*'1338;state='*) hand "$@" ;; esac
printf 'vibeflow-emit: no terminal reached:%s\n' "$tried" >&2
[ -n "$json" ] && exit 1 # 3 would not block an agent, but what a hook may answer is one word
exit 3
