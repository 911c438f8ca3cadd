/**
 * A small AppImage: vibeflow's AppImage runtime before a packed tree of a few files. Needs the
 * packages that `npm run package` installs.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../src/build/project.mjs'
import { root } from '../tidy/tree.ts'

/**
 * @param folder an empty folder; afterwards it contains `tree`, `image` and `runtime`
 * @param variables for build.sh: `CC`; `SANITIZE=1` builds with AddressSanitizer
 * @returns the bytes of the runtime and of the packed tree
 */
export function smallImage(
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): { readonly runtime: Buffer; readonly image: Buffer } {
  const tree = join(folder, 'tree')
  mkdirSync(join(tree, 'deep/er'), { recursive: true })
  writeFileSync(
    join(tree, 'AppRun'),
    '#!/bin/sh\nprintf "[%s]" "$APPDIR" "$APPIMAGE" "$ARGV0" "$OWD" "$@"; [ "$1" = kill ] ' +
      '&& kill -KILL $$; [ "$1" = wait ] && read line; exit 7\n',
  )
  chmodSync(join(tree, 'AppRun'), 0o755)
  writeFileSync(join(tree, 'deep/er/blob'), Buffer.alloc(300_000, 'vibeflow '))
  chmodSync(join(tree, 'deep/er/blob'), 0o640)
  symlinkSync('er/blob', join(tree, 'deep/link'))
  const [runtime, image] = [join(folder, 'runtime'), join(folder, 'image')]
  execFileSync('/bin/sh', [join(root, 'src/appimage-runtime/build.sh'), runtime, '9.9.9'], {
    stdio: 'ignore',
    env: { ...process.env, ...variables },
  })
  execFileSync(
    findProgram('mksquashfs') ?? '',
    [tree, image, '-noappend', '-comp', 'zstd', '-quiet', '-no-progress', '-all-root'],
    { stdio: 'ignore' },
  )
  return { runtime: readFileSync(runtime), image: readFileSync(image) }
}
