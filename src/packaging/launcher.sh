#!/bin/sh
# The `vibeflow` command of a package. Answers without a window where none is wanted, and otherwise
# becomes the engine, with the caller's words behind those that are the engine's. It lies in
# PREFIX/bin with everything else in PREFIX/lib/vibeflow and PREFIX/share; or, as electron-builder
# lays packages out, with everything in its own folder.
self=$(readlink -f -- "$0") || exit 1
folder=${self%/*}
if [ -f "$folder/engine.sh" ]; then
  lib=$folder
  VIBEFLOW_SHARE=$folder/resources/share
else
  lib=${folder%/bin}/lib/vibeflow
  VIBEFLOW_SHARE=${folder%/bin}/share
fi

# How the user starts us again: an AppImage is started by its file. The variables may also be
# another AppImage's, which we were started from.
case $self in
  "${APPDIR:-/nowhere}"/*) VIBEFLOW_LAUNCHER=${APPIMAGE:-$self} ;;
  *)
    VIBEFLOW_LAUNCHER=$self
    unset APPIMAGE APPDIR ARGV0 OWD
    ;;
esac
export VIBEFLOW_LAUNCHER VIBEFLOW_SHARE
unset VIBEFLOW_CALLED_AS ELECTRON_RUN_AS_NODE

# Electron empties or unsets these two. Tabs get them back from their copies.
unset VIBEFLOW_SAVED_NODE_OPTIONS VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS
[ -z "${NODE_OPTIONS+set}" ] || export VIBEFLOW_SAVED_NODE_OPTIONS="$NODE_OPTIONS"
[ -z "${NODE_EXTRA_CA_CERTS+set}" ] ||
  export VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"

say() { # also to people who started us by a click and see no terminal
  printf 'vibeflow: %s\n' "$1" >&2
  if [ ! -t 2 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] &&
    command -v notify-send > /dev/null; then
    notify-send -a vibeflow -i vibeflow vibeflow "$1" 2> /dev/null
  fi
}

is_engine_word() { # a driver's or Chromium's; they stand in front of ours
  case $1 in
    --inspect | --inspect=* | --inspect-brk | --inspect-brk=*) return 0 ;;
    --remote-debugging-port=* | --remote-debugging-pipe) return 0 ;;
    --no-sandbox | --headless | --headless=*) return 0 ;;
    --enable-* | --disable-* | --force-* | --ozone-* | --use-*) return 0 ;;
    --user-data-dir=* | --lang=* | --js-flags=* | --password-store=*) return 0 ;;
  esac
  return 1
}

first=    # of our own words
before=0  # words of the engine in front of it
platform= # the display server that the user chose for the engine
for word; do
  if ! is_engine_word "$word"; then
    first=$word
    break
  fi
  case $word in --ozone-platform=* | --headless*) platform=$word ;; esac
  before=$((before + 1))
done

engine='' app=''
# shellcheck source=/dev/null
. "$lib/engine.sh" # sets these two; run_script, demand_engine

# A verb speaks to sessions, and an option may want an answer only: neither needs a display.
case $first in
  '' | -e | --) ;;
  -*)
    (shift "$before" && run_script command command "$@")
    code=$?
    [ "$code" -eq 125 ] || exit "$code"
    ;;
  *)
    shift "$before"
    run_script exec cli "$@" # a shell in between would be gone by ^C before the verb is
    ;;
esac

# Electron chooses by XDG_SESSION_TYPE alone: a display server that cannot be reached, in a nested
# session or after a login without a desktop.
if [ -z "$platform" ]; then
  case ${WAYLAND_DISPLAY:+wayland}${DISPLAY:+x11} in
    wayland) set -- --ozone-platform=wayland "$@" ;;
    x11) set -- --ozone-platform=x11 "$@" ;;
  esac
fi

sandbox= # a word for the engine, never a variable: programs that we open would inherit it
demand_engine || exit 1
[ -z "$sandbox" ] || set -- "$sandbox" "$@"

# Behind `--` nothing is the engine's: `-e node --inspect x.js` must not open our own process to a
# debugger.
left=$#
placed=
while [ "$left" -gt 0 ]; do
  if [ -z "$placed" ] && ! is_engine_word "$1"; then
    placed=yes
    set -- "$@" -- "$app"
  fi
  set -- "$@" "$1"
  shift
  left=$((left - 1))
done
[ -n "$placed" ] || set -- "$@" -- "$app"

exec "$engine" "$@"
