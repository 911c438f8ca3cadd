/**
 * The directory with `vibeflow` and `vibeflow-emit` that every tab has at the end of PATH. It is in
 * the user's data, since an AppImage's mount vanishes and a clone has no such directory.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shellQuoted } from '../../base/text/shell-words.ts'
import { baseFolder } from '../files/folders.ts'
import { makeFolders } from '../files/make-folders.ts'
import { replaceWhole } from '../files/replace-file.ts'
import { tryOr } from '../files/try-or.ts'

/** Files of `vibeflow-emit` in a package, below `emit` (src/build/package/emit.mjs). */
const emitFiles = [
  'package.json',
  'dist/bin/main.js',
  'bin/vibeflow-emit.mjs',
  'bin/vibeflow-emit.sh',
] as const
const emitScript = 'bin/vibeflow-emit.sh'

interface Facts {
  /** The variables that vibeflow was started with. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** Directory of the app, which is the clone if nothing is packaged. */
  readonly appFolder: string
}

/** Returns the directory, which need not exist. */
export function ownCommandsFolder({ environment, home }: Omit<Facts, 'appFolder'>): string {
  return join(baseFolder('DATA', environment, home), 'vibeflow/bin')
}

/** Writes the commands, and returns their directory; `null` if that is impossible. */
export function writeOwnCommands(facts: Facts): string | null {
  const scripts = commandsOf(facts)
  if (scripts === null) return null
  const folder = ownCommandsFolder(facts)
  return tryOr(() => {
    for (const [name, words] of Object.entries(scripts))
      writeChanged(join(folder, name), Buffer.from(`#!/bin/sh\n${words} "$@"\n`), 0o755)
    return folder
  }, null)
}

/** Returns the line that starts each command; `null` if this vibeflow has none. */
function commandsOf({ environment, home, appFolder }: Facts): Record<string, string> | null {
  const { VIBEFLOW_LAUNCHER: launcher, VIBEFLOW_SHARE: share, APPDIR: mount } = environment
  if (launcher !== undefined && share !== undefined) {
    const emit = join(share, 'vibeflow/emit')
    const folder =
      mount !== undefined && share.startsWith(`${mount}/`)
        ? copied(emit, join(ownCommandsFolder({ environment, home }), '../tab-emit'))
        : emit
    return {
      vibeflow: `exec ${shellQuoted(launcher)}`,
      'vibeflow-emit': `exec ${shellQuoted(join(folder, emitScript))}`,
    }
  }
  const command = join(appFolder, 'src/cli/bin/vibeflow.mjs')
  if (!existsSync(command)) return null
  // The Node.js of the project, which is there after the first start.
  const node = shellQuoted(join(appFolder, 'node_modules/.bin/node'))
  return {
    vibeflow: `node=${node}\n[ -x "$node" ] || node=node\nexec "$node" ${shellQuoted(command)}`,
    'vibeflow-emit': `exec ${shellQuoted(join(appFolder, 'src/protocol', emitScript))}`,
  }
}

/** Copies the emitter out of an AppImage's mount. */
function copied(from: string, to: string): string {
  for (const file of emitFiles)
    writeChanged(
      join(to, file),
      readFileSync(join(from, file)),
      file === emitScript ? 0o755 : 0o644,
    )
  return to
}

function writeChanged(file: string, content: Buffer, mode: number): void {
  if (tryOr(() => readFileSync(file).equals(content), false)) return
  makeFolders(dirname(file))
  replaceWhole(file, [content], { mode, lasting: false })
}
