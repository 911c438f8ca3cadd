#!/bin/sh
# Runs a command in its own Wayland session without X11: wayland.sh COMMAND...
# The compositor is Weston without a screen. Needs Debian's weston dbus.
set -eu

if [ "${1:-}" != --inside ]; then
  for program in weston dbus-run-session; do
    command -v "$program" > /dev/null && continue
    echo "wayland.sh: $program is not installed" >&2
    exit 127
  done
  exec dbus-run-session -- "$0" --inside "$@"
fi
shift

XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
# Weston 10 and 11 take the backend's file name.
backend=headless
case $(weston --help) in *headless-backend.so*) backend=headless-backend.so ;; esac
weston "--backend=$backend" --socket=vibeflow-test --idle-time=0 --width=1920 --height=1080 \
  "--log=$XDG_RUNTIME_DIR/weston.log" &
compositor=$!
trap 'kill "$compositor" 2> /dev/null || true; wait; rm -rf "$XDG_RUNTIME_DIR"' EXIT
left=100
until [ -S "$XDG_RUNTIME_DIR/vibeflow-test" ]; do
  left=$((left - 1))
  if [ "$left" -eq 0 ]; then
    echo 'wayland.sh: weston does not start' >&2
    cat "$XDG_RUNTIME_DIR/weston.log" >&2
    exit 1
  fi
  sleep 0.1
done

unset DISPLAY
export WAYLAND_DISPLAY="$XDG_RUNTIME_DIR/vibeflow-test"
export VIBEFLOW_TEST_DISPLAY=1 VIBEFLOW_TEST_SCREEN=1 XDG_SESSION_TYPE=wayland
"$@"
