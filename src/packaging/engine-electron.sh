# shellcheck shell=sh disable=SC2034,SC2154 # read by bin/vibeflow, which sets lib
# What bin/vibeflow must know of a package with Electron. Its fuses let no program but the app run
# in it, so the app itself answers what needs no window.
engine=$lib/vibeflow.bin
app=$lib/resources/app.asar

run_script() { # NAME WORDS...
  shift
  VIBEFLOW_ENGINE_PROGRAM=$engine VIBEFLOW_ENGINE_APP=$app VIBEFLOW_WINDOWLESS=1 \
    "$engine" --ozone-platform=headless --no-sandbox -- "$app" "$@"
}

# Electron's sandbox needs its helper with the right of root, which a mounted or unpacked file
# cannot have, or user namespaces. Where there is neither it would end at once; a terminal without
# it is better than none, and it says so.
demand_engine() {
  [ -u "$lib/chrome-sandbox" ] && return 0
  if command -v unshare > /dev/null && unshare --user true 2> /dev/null; then return 0; fi
  printf 'vibeflow: warning: this system gives programs no user namespaces, so %s\n' \
    'Chromium runs without its sandbox' >&2
  ELECTRON_DISABLE_SANDBOX=1
  export ELECTRON_DISABLE_SANDBOX
}
