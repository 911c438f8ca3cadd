#!/bin/sh
# Runs a command in its own Wayland session without X11: wayland.sh COMMAND...
# The compositor is sway without a screen, or Weston for root and where sway is not installed.
# Needs Debian's sway dbus, or weston dbus.
set -eu

if [ "${1:-}" != --inside ]; then
  command -v sway > /dev/null || command -v weston > /dev/null || {
    echo 'wayland.sh: neither sway nor weston is installed' >&2
    exit 127
  }
  command -v dbus-run-session > /dev/null || {
    echo 'wayland.sh: dbus-run-session is not installed' >&2
    exit 127
  }
  exec dbus-run-session -- "$0" --inside "$@"
fi
shift

XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
log=$XDG_RUNTIME_DIR/compositor.log
if [ "$(id -u)" -ne 0 ] && command -v sway > /dev/null; then
  name=sway # it does not start as root
  # Windows keep the size that they ask for, as on a desktop without tiles.
  cat > "$XDG_RUNTIME_DIR/sway.conf" << END
xwayland disable
output HEADLESS-1 resolution 1920x1080
default_border none
for_window [app_id=".*"] floating enable
exec sh -c 'printf %s "\$WAYLAND_DISPLAY" > "$XDG_RUNTIME_DIR/display"'
END
  # sway makes its own socket, whose name only its programs know
  WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman \
    sway --unsupported-gpu --config "$XDG_RUNTIME_DIR/sway.conf" > "$log" 2>&1 &
  compositor=$!
else
  name=weston
  # Weston 10 and 11 take the backend's file name.
  backend=headless
  case $(weston --help) in *headless-backend.so*) backend=headless-backend.so ;; esac
  weston "--backend=$backend" --socket=vibeflow-test --idle-time=0 --width=1920 --height=1080 \
    "--log=$log" &
  compositor=$!
  printf vibeflow-test > "$XDG_RUNTIME_DIR/display"
fi
trap 'kill "$compositor" 2> /dev/null || true; wait; rm -rf "$XDG_RUNTIME_DIR"' EXIT
left=100
until [ -s "$XDG_RUNTIME_DIR/display" ] &&
  [ -S "$XDG_RUNTIME_DIR/$(cat "$XDG_RUNTIME_DIR/display")" ]; do
  left=$((left - 1))
  if [ "$left" -eq 0 ]; then
    echo "wayland.sh: $name does not start" >&2
    cat "$log" >&2
    exit 1
  fi
  sleep 0.1
done

unset DISPLAY
WAYLAND_DISPLAY=$XDG_RUNTIME_DIR/$(cat "$XDG_RUNTIME_DIR/display")
export WAYLAND_DISPLAY
export VIBEFLOW_TEST_DISPLAY=1 VIBEFLOW_TEST_SCREEN=1 XDG_SESSION_TYPE=wayland
"$@"
