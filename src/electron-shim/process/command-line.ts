/** Parses Electron's command line: app, switches, preloads and mode. */
import { existsSync } from 'node:fs'
import path from 'node:path'

export interface CommandLine {
  /** App folder or file as given, or undefined for a packaged app or a mistake. */
  readonly app: string | undefined
  /** Files of `-r`, in order. */
  readonly preloads: readonly string[]
  /** Arguments without `-r FILE`, for `process.argv`. */
  readonly args: readonly string[]
  /** `--name` or `--name=value` before the app, as in Chromium. */
  readonly switches: ReadonlyMap<string, string>
  /** Both flags of Playwright: a debug port in addition to the pipe, and a temporary profile. */
  readonly driven: boolean
  readonly inspectPort: number | undefined
}

export function parseCommandLine(given: readonly string[], packaged: boolean): CommandLine {
  const args: string[] = []
  const preloads: string[] = []
  const switches = new Map<string, string>()
  let app: string | undefined
  /** After `--` nothing is Chromium's: a program's `--inspect` must not open this process. */
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

/** Returns the folder of a packaged app next to the executable. */
export function packagedApp(executable: string): string | undefined {
  const folder = path.join(path.dirname(executable), 'resources/app')
  return existsSync(folder) ? folder : undefined
}
