#!/bin/sh
# Runs a command on its own X11 screen with window manager and compositor: x11.sh COMMAND...
# Needs Debian's xvfb xauth x11-utils openbox picom dbus.
set -eu

if [ "${1:-}" != --inside ]; then
  for program in xvfb-run xprop openbox picom dbus-run-session; do
    command -v "$program" > /dev/null || { echo "x11.sh: $program is not installed" >&2; exit 127; }
  done
  unset WAYLAND_DISPLAY
  exec xvfb-run -a -s '-screen 0 1920x1080x24 +extension Composite' \
    dbus-run-session -- "$0" --inside "$@"
fi
shift

openbox --sm-disable &
manager=$!
picom --backend xrender --config /dev/null &
compositor=$!
trap 'kill "$manager" "$compositor" 2> /dev/null || true' EXIT
left=100
until xprop -root _NET_SUPPORTING_WM_CHECK 2> /dev/null | grep -q 'window id'; do
  left=$((left - 1))
  [ "$left" -gt 0 ] || { echo 'x11.sh: openbox does not start' >&2; exit 1; }
  sleep 0.1
done
kill -0 "$compositor" || { echo 'x11.sh: picom does not start' >&2; exit 1; }

export VIBEFLOW_TEST_DISPLAY=1 VIBEFLOW_TEST_SCREEN=1 XDG_SESSION_TYPE=x11
"$@"
