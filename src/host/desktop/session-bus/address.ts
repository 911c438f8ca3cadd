/** Returns the address of the user's session bus, found as libdbus and systemd do. */
export function sessionBusAddress(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS: named, XDG_RUNTIME_DIR: folder } = environment
  return named || (folder ? `unix:path=${folder}/bus` : undefined)
}
