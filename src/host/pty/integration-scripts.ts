/** Where the scripts of src/integrations/shell are, beside a built program. */
import { join } from 'node:path'

/**
 * Shells read these files themselves, and see nothing of the inside of an archive.
 * @param folder of the program, `out/main`
 */
export function integrationScripts(folder: string): string {
  return join(folder, '../integrations/shell').replace(/app\.asar(?=\/)/, 'app.asar.unpacked')
}
