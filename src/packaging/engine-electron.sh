# shellcheck shell=sh disable=SC2034,SC2154 # read by bin/vibeflow, which sets lib
# What bin/vibeflow must know of a package with Electron, which runs scripts as plain Node: no
# display, no Chromium, Node's own exit codes.
engine=$lib/vibeflow.bin
app=$lib/resources/app.asar

warn() { # TEXT
  printf 'vibeflow: warning: %s\n' "$(printf %s "$1" | tr '\n' ' ')" >&2
}

run_script() { # exec|command NAME WORDS...
  how=$1
  script=$2
  shift 2
  "$how" env VIBEFLOW_ENGINE_PROGRAM="$engine" VIBEFLOW_ENGINE_APP="$app" \
    ELECTRON_RUN_AS_NODE=1 "$engine" "$app.unpacked/out/main/$script.js" "$@"
}

# Electron's sandbox needs its helper with the right of root, which a mounted or unpacked file
# cannot have, or user namespaces. Where there is neither it would end at once; a terminal without
# it is better than none, and it says so. `unshare --user` alone succeeds on Ubuntu 24.04, where
# only what follows is forbidden. A profile of AppArmor that names the program allows them to it,
# and not to unshare.
demand_engine() {
  if [ "$(id -u)" -eq 0 ]; then
    warn 'started as root, so Chromium runs without its sandbox; use an ordinary account'
    sandbox=--no-sandbox
    return 0
  fi
  helper=$lib/chrome-sandbox
  if [ -u "$helper" ] && [ -n "$(find "$helper" -user 0 2> /dev/null)" ]; then return 0; fi
  if command -v unshare > /dev/null && unshare -Ur true 2> /dev/null; then return 0; fi
  if grep -qsF -- "$engine" /etc/apparmor.d/*; then return 0; fi
  warn "this system gives programs no user namespaces, so Chromium runs without its sandbox.
The deb brings what it needs; for this one, as root: sysctl
kernel.apparmor_restrict_unprivileged_userns=0 (all programs), or a profile in /etc/apparmor.d
with userns for $engine"
  sandbox=--no-sandbox
}
