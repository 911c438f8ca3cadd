#!/bin/sh
# After the installation of a package with Electron. electron-builder puts its names in; what else it would do by itself is here too.
set -e
folder='/opt/${sanitizedProductName}'
ln -sf "$folder/${executable}" '/usr/bin/${executable}'

# Chromium's sandbox needs user namespaces, or else its helper with the right of root. Whether users may make namespaces cannot be probed here: root
# always may. Chromium asks for the helper only where it must.
chmod 4755 "$folder/chrome-sandbox"

if command -v update-desktop-database > /dev/null; then update-desktop-database /usr/share/applications || true; fi

# Where AppArmor forbids user namespaces to programs without a profile of their own (Ubuntu 24.04). The command is a script; Electron's program is beside it.
profile='/etc/apparmor.d/${executable}'
if command -v apparmor_parser > /dev/null && [ -d /etc/apparmor.d ]; then
  cat > "$profile" << PROFILE
abi <abi/4.0>,
include <tunables/global>
profile ${executable} "$folder/{${executable},${executable}.bin}" flags=(unconfined) {
  userns,
  include if exists <local/${executable}>
}
PROFILE
  # An older AppArmor knows no such rule, and forbids nothing.
  if apparmor_parser --skip-kernel-load --skip-cache "$profile" > /dev/null 2>&1; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  else
    rm -f "$profile"
  fi
fi

# Debian's name for "some terminal"; below those that desktops bring.
if command -v update-alternatives > /dev/null; then
  update-alternatives --install /usr/bin/x-terminal-emulator x-terminal-emulator '/usr/bin/${executable}' 30 \
    --slave /usr/share/man/man1/x-terminal-emulator.1.gz x-terminal-emulator.1.gz /usr/share/man/man1/vibeflow.1.gz || true
fi
