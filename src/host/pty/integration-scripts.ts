import { join } from 'node:path'

/**
 * Returns the directory of the scripts of src/integrations/shell in a build. Shells read them
 * directly and cannot read inside an archive.
 * @param folder directory of the program, `out/main`
 */
export function integrationScripts(folder: string): string {
  return join(folder, '../integrations/shell').replace(/app\.asar(?=\/)/, 'app.asar.unpacked')
}
