/**
 * The user's permissions for `vibeflow mcp`, in a file of the state directory. It is read each
 * time, since `vibeflow mcp --forget` and other instances write it.
 */
import { permission, type Permission } from '../../../core/clients/mcp/access.ts'
import { permissionFileBytesMax, permissionsMax } from '../../../core/clients/mcp/limits.ts'
import { readJsonUpTo } from '../../files/read-up-to.ts'
import { replaceFile } from '../../files/replace-file.ts'

export const permissionFileName = 'mcp-permissions.json'

/** Returns an empty list if the file is invalid: the user is asked again. */
export function readPermissions(file: string): readonly Permission[] {
  const said = readJsonUpTo(file, permissionFileBytesMax)
  if (!Array.isArray(said)) return []
  return said.slice(-permissionsMax).flatMap((one) => permission.safeParse(one).data ?? [])
}

/** Writes with mode 0600. A failure leaves the file unchanged. */
export function writePermissions(file: string, permissions: readonly Permission[]): void {
  replaceFile(file, [new TextEncoder().encode(`${JSON.stringify(permissions, null, 1)}\n`)])
}
