/** Where the user's session bus is, as libdbus and systemd find it. */
export function sessionBusAddress(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS: named, XDG_RUNTIME_DIR: folder } = environment
  return named || (folder ? `unix:path=${folder}/bus` : undefined)
}
