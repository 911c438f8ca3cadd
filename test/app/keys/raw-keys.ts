/** A program that shows the bytes of its keys. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Started } from '../app.ts'

/** Replaces the shell by a program that reads raw keys and prints them as `cat -v` does. */
export async function rawKeys({ home, type }: Started, begin: string): Promise<void> {
  writeFileSync(join(home, 'raw'), `stty raw -echo; clear; printf '${begin}'; exec cat -vt`)
  await type('exec sh ~/raw\n')
}
