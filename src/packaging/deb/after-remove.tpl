#!/bin/sh
# After the removal of a package with Electron. An upgrade, also one that fails, leaves everything for the version that stays; 1 is what rpm says then.
set -e
case "$1" in *upgrade | 1) exit 0 ;; esac
if command -v apparmor_parser > /dev/null && [ -f '/etc/apparmor.d/${executable}' ]; then
  apparmor_parser --remove '/etc/apparmor.d/${executable}' > /dev/null 2>&1 || true
fi
rm -f '/usr/bin/${executable}' '/etc/apparmor.d/${executable}'
if command -v update-desktop-database > /dev/null; then update-desktop-database /usr/share/applications || true; fi
