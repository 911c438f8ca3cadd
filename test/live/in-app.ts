/** Real agents in the built app: they are installed, set up in a home, and watched. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { commandFile, homeEnvironment } from '../app/app.ts'
import type { Driven, Place } from './agents.ts'
import { wait } from './drive.ts'
import { cacheFolder, install, nodeFirst, type Installed } from './install.ts'
import { lookMs } from './measure.ts'

/** A busy machine may need so long for one step, ms. */
export const stepMs = 180_000

/** A key that answers a question must come this long after the question, ms. */
export const readMs = 800

export type Say = (line: string) => void

/** @throws if it can't be installed */
export function installedAgent(driven: Driven, fresh: boolean, say: Say): Installed {
  const program = driven.command.split(' ')[0] ?? ''
  const folder = join(cacheFolder(process.env), driven.id)
  const found = install(folder, { ...driven, command: program }, fresh)
  if ('problem' in found) throw new Error(found.problem)
  say(`${driven.name} ${found.version}`)
  return found
}

/** Returns the PATH of tabs in which these programs are found. */
export function pathWith(installed: readonly Installed[]): string {
  return `${installed.map(({ bin }) => bin).join(':')}:${nodeFirst('/usr/local/bin:/usr/bin:/bin')}`
}

/** Writes the files that an agent needs to run without an account. */
export function writeFiles(driven: Driven, place: Place): void {
  for (const [file, text] of Object.entries(driven.files(place))) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

export interface Programs {
  /** Runs the command `vibeflow` in the repository, and returns its output. */
  readonly vibeflow: (...words: readonly string[]) => Promise<string>
  readonly git: (...words: readonly string[]) => string
}

/** Returns programs of the user in the repository. */
export function programs(
  home: string,
  repository: string,
  env: Readonly<Record<string, string>>,
): Programs {
  const environment = { ...process.env, ...homeEnvironment(home), ...env }
  const user = ['-c', 'user.name=Sam', '-c', 'user.email=sam@localhost']
  return {
    vibeflow: async (...words) => {
      const run = promisify(execFile)(process.execPath, [commandFile, ...words], {
        ...{ cwd: repository, env: { ...environment, FORCE_COLOR: undefined } },
      })
      return (await run).stdout.trim()
    },
    git: (...words) =>
      execFileSync('git', [...user, ...words], {
        ...{ cwd: repository, env: environment, encoding: 'utf8' },
      }).trim(),
  }
}

/** @throws what was not seen in time */
export async function sees(
  what: string,
  so: () => boolean | Promise<boolean>,
  withinMs = stepMs,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await so())) {
    if (performance.now() > end) throw new Error(what)
    await wait(lookMs)
  }
}
