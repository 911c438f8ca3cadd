/** Where PATH has a program. */
import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Environment } from './client/discover.ts'

/** null: nowhere, or only below a folder that depends on where one is. */
export function programPath(program: string, { PATH: path = '' }: Environment): string | null {
  for (const folder of path.split(':')) {
    if (!isAbsolute(folder)) continue
    const file = join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch {
      // the next folder
    }
  }
  return null
}
