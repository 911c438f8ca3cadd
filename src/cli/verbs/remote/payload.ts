/** Reads the files that `vibeflow ssh` and `vibeflow enter` copy: scripts, emitter, terminfo. */
import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { ProcessEnvironment } from '../../client/discover.ts'
import { emitterFile } from '../integrate/emitter.ts'
import type { Payload } from './bootstrap.ts'
import { idFile } from './copies.ts'

/** Below src/integrations/shell. */
const scripts = [
  'bash/vibeflow.bash',
  'zsh/.zshenv',
  'zsh/vibeflow.zsh',
  'fish/fish/vendor_conf.d/vibeflow.fish',
] as const

/** Longest description that ncurses reads (extended storage format). */
const terminfoBytesMax = 32_768

/** Variables that are passed on if they are plain words. */
const forwarded = ['COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION'] as const

/**
 * @param id of the login, letters and digits
 * @param folder src/integrations/shell, or its build
 */
export function payloadFor(
  { command, isHost, id }: Pick<Payload, 'command' | 'isHost'> & { readonly id: string },
  environment: ProcessEnvironment,
  folder: string,
): Payload {
  const isMarked = environment['VIBEFLOW_SHELL_INTEGRATION'] !== '0'
  const files = new Map([[idFile, id]])
  if (isMarked)
    for (const path of scripts) files.set(path, readFileSync(join(folder, path), 'utf8'))
  const emitter = emitterFile(environment)
  if (emitter !== null) files.set('bin/vibeflow-emit', readFileSync(emitter, 'utf8'))
  return {
    setup: readFileSync(join(folder, 'remote/setup.sh'), 'utf8'),
    files,
    isMarked,
    programs: emitter === null ? [] : ['bin/vibeflow-emit'],
    terminfo: terminfoOf(environment),
    environment: Object.fromEntries(
      forwarded.flatMap((name) => {
        const value = environment[name]
        return value !== undefined && /^[\w.+-]{1,64}$/.test(value) ? [[name, value]] : []
      }),
    ),
    command,
    isHost,
  }
}

/** Returns the compiled description of this terminal from where ncurses finds it. */
function terminfoOf(environment: ProcessEnvironment): Payload['terminfo'] {
  const { TERM: term, HOME: home, TERMINFO: own, TERMINFO_DIRS: listed } = environment
  if (term === undefined || !/^[A-Za-z0-9][\w.+-]{0,63}$/.test(term)) return null
  const folders = [
    own,
    home === undefined ? undefined : join(home, '.terminfo'),
    ...(listed?.split(':') ?? []),
    '/etc/terminfo',
    '/lib/terminfo',
    '/usr/share/terminfo',
  ]
  for (const folder of folders) {
    if (folder === undefined || !isAbsolute(folder)) continue
    try {
      const compiled = readFileSync(join(folder, term.charAt(0), term))
      if (compiled.length <= terminfoBytesMax) return { term, compiled }
    } catch {
      // try the next directory
    }
  }
  return null
}
