# Run on the other side by `vibeflow ssh` and `vibeflow enter` in its sh.
# src/cli/verbs/remote/bootstrap.ts puts before it: `files`, which writes the files into $d,
# `terminfo`, which prints the compiled terminal description, and $v_term, $v_first, $v_hex,
# $v_marks, $v_host, $v_has_command, $v_command.
# $d: private directory, removed when this process or its replacement has ended. $1: start mark.
# After $4: a container's command.
# shellcheck shell=sh disable=SC2154,SC2034,SC2016 # set before; skipped fields; for another shell

(
  trap 'rm -rf "$d"; exit' TERM
  trap '' HUP INT QUIT
  cd /
  while kill -0 $$; do sleep 2; done
  rm -rf "$d"
) </dev/null >/dev/null 2>&1 &

if ! files 2>/dev/null; then v_marks=''; fi

# Installs the description of this terminal if it is unknown here.
v_known() {
  if command -v infocmp >/dev/null 2>&1; then
    infocmp "$v_term" >/dev/null 2>&1
    return
  fi
  for v_place in "$HOME/.terminfo" /etc/terminfo /lib/terminfo /usr/lib/terminfo \
    /usr/share/terminfo /usr/share/misc/terminfo; do
    if [ -e "$v_place/$v_first/$v_term" ] || [ -e "$v_place/$v_hex/$v_term" ]; then return 0; fi
  done
  false
}
if [ -n "$v_term" ] && [ "$TERM" = "$v_term" ] && ! v_known; then
  v_place=$d/terminfo
  if mkdir -p "$v_place/$v_first" "$v_place/$v_hex" 2>/dev/null &&
    terminfo >"$v_place/$v_first/$v_term" 2>/dev/null; then
    cp "$v_place/$v_first/$v_term" "$v_place/$v_hex/$v_term"
    TERMINFO_DIRS=$d/terminfo:${TERMINFO_DIRS-}
    export TERMINFO_DIRS
  fi
fi

if [ -e "$d/bin/vibeflow-emit" ]; then
  # startup files may overwrite PATH: the integration scripts add this again
  PATH=$PATH:$d/bin VIBEFLOW_BIN=$d/bin
  export PATH VIBEFLOW_BIN
  VIBEFLOW_TTY=$(tty 2>/dev/null)
  case $VIBEFLOW_TTY in /dev/pts/*) export VIBEFLOW_TTY ;; *) unset VIBEFLOW_TTY ;; esac
fi

# `docker exec` and similar tools set no SHELL.
if [ -z "${SHELL-}" ] && [ -r /etc/passwd ]; then
  v_user=$(id -un 2>/dev/null)
  while IFS=: read -r v_name v_x v_x v_x v_x v_x v_shell; do
    if [ "$v_name" = "$v_user" ] && [ -x "$v_shell" ]; then SHELL=$v_shell; fi
  done </etc/passwd
  case ${SHELL-} in */sh | '') v_shell=$(command -v bash) && SHELL=$v_shell ;; esac
fi
SHELL=${SHELL:-/bin/sh}
export SHELL

if [ -n "$1" ]; then printf '\033_vibeflow;%s\033\134' "$1"; fi

if [ -n "$v_has_command" ]; then
  if [ -n "$v_host" ]; then exec "$SHELL" -c "$v_command"; fi
  shift 4
  exec "$@"
fi

# A login shows these without a command, but not with one.
if [ -n "$v_host" ] && [ ! -e "$HOME/.hushlogin" ]; then
  cat /run/motd.dynamic /etc/motd 2>/dev/null
fi

if [ -n "$v_marks" ]; then
  case ${SHELL##*/} in
    bash)
      # bash before version 4 does not support marks
      if "$SHELL" -c 'exit $((BASH_VERSINFO[0] < 4))' </dev/null >/dev/null 2>&1; then
        if [ -n "${ENV+x}" ]; then VIBEFLOW_BASH_ENV=$ENV; export VIBEFLOW_BASH_ENV; fi
        if [ -z "${HISTFILE+x}" ]; then
          HISTFILE=$HOME/.bash_history VIBEFLOW_BASH_HISTFILE=1
          export HISTFILE VIBEFLOW_BASH_HISTFILE
        fi
        ENV=$d/bash/vibeflow.bash VIBEFLOW_BASH_LOGIN=1
        export ENV VIBEFLOW_BASH_LOGIN
        exec "$SHELL" --posix -l
      fi ;;
    zsh)
      if [ -n "${ZDOTDIR+x}" ]; then VIBEFLOW_ZDOTDIR=$ZDOTDIR; export VIBEFLOW_ZDOTDIR; fi
      ZDOTDIR=$d/zsh
      export ZDOTDIR
      exec "$SHELL" -l ;;
    fish)
      case $d in *:*) ;; *)
        if [ -n "${XDG_DATA_DIRS-}" ]; then
          VIBEFLOW_XDG_DATA_DIRS=$XDG_DATA_DIRS XDG_DATA_DIRS=$d/fish:$XDG_DATA_DIRS
          export VIBEFLOW_XDG_DATA_DIRS
        else
          VIBEFLOW_XDG_DATA_DIRS_UNSET=1 XDG_DATA_DIRS=$d/fish:/usr/local/share:/usr/share
          export VIBEFLOW_XDG_DATA_DIRS_UNSET
        fi
        export XDG_DATA_DIRS ;;
      esac
      exec "$SHELL" -l ;;
  esac
fi
case ${SHELL##*/} in
  bash | zsh | fish | csh | tcsh | ksh* | mksh | ash) exec "$SHELL" -l ;;
  *) if "$SHELL" -n -l -c : </dev/null >/dev/null 2>&1; then exec "$SHELL" -l; fi ;;
esac
exec "$SHELL"
