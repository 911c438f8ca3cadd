/**
 * Electron's command line: which argument is the app, which are switches, what is loaded before,
 * which of the two modes.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'

export interface CommandLine {
  /** The app folder or file as given; undefined when none is (a packaged app, or a mistake). */
  readonly app: string | undefined
  /** Files of `-r`, in order. */
  readonly preloads: readonly string[]
  /** The arguments without `-r FILE`: what `process.argv` shows after the executable. */
  readonly args: readonly string[]
  /** `--name` or `--name=value` before the app, as Chromium reads them. */
  readonly switches: ReadonlyMap<string, string>
  /**
   * Both flags that Playwright always passes: a debug port instead of the pipe alone, a temporary
   * profile.
   */
  readonly driven: boolean
  readonly inspectPort: number | undefined
}

export function parseCommandLine(given: readonly string[], packaged: boolean): CommandLine {
  const args: string[] = []
  const preloads: string[] = []
  const switches = new Map<string, string>()
  let app: string | undefined
  /** Behind a `--` nothing is Chromium's: a program's `--inspect` must not open this process. */
  let ended = false
  for (let at = 0; at < given.length; at++) {
    const argument = given[at] ?? ''
    if (app === undefined && !ended && (argument === '-r' || argument === '--require')) {
      const file = given[++at]
      if (file !== undefined) preloads.push(file)
      continue
    }
    args.push(argument)
    if (argument === '--') ended = true
    if (!ended && argument.startsWith('--')) {
      const [, name = '', value = ''] = /^--([^=]*)=?(.*)$/s.exec(argument) ?? []
      if (app === undefined || packaged) switches.set(name, value)
    } else if (app === undefined && !packaged && !argument.startsWith('-')) app = argument
  }
  const port = switches.get('inspect')
  return {
    app,
    preloads,
    args,
    switches,
    driven: switches.has('remote-debugging-port'),
    inspectPort:
      port === undefined ? undefined : port === '' ? 9229 : Number(port.split(':').at(-1)),
  }
}

/** The folder of a packaged app beside the executable, if there is one. */
export function packagedApp(executable: string): string | undefined {
  const folder = path.join(path.dirname(executable), 'resources/app')
  return existsSync(folder) ? folder : undefined
}
