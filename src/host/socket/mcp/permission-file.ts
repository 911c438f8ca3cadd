/**
 * Which programs the user has allowed to use `vibeflow mcp`, or refused: a file of the state
 * folder. It is read again each time, since `vibeflow mcp --forget` and other instances write it.
 */
import { permission, type Permission } from '../../../core/clients/mcp/access.ts'
import { permissionFileBytesMax, permissionsMax } from '../../../core/clients/mcp/limits.ts'
import { readJsonUpTo } from '../../files/read-up-to.ts'
import { replaceFile } from '../../files/replace-file.ts'

export const permissionFileName = 'mcp-permissions.json'

/** What is no list of permissions counts as none: then the user is asked again. */
export function readPermissions(file: string): readonly Permission[] {
  const said = readJsonUpTo(file, permissionFileBytesMax)
  if (!Array.isArray(said)) return []
  return said.slice(-permissionsMax).flatMap((one) => permission.safeParse(one).data ?? [])
}

/** 0600. @throws what the disk says; then the file is as it was */
export function writePermissions(file: string, permissions: readonly Permission[]): void {
  replaceFile(file, [new TextEncoder().encode(`${JSON.stringify(permissions, null, 1)}\n`)])
}
