/** The words after `vibeflow`: what to run and where. Errors name the option and the nearest valid one (behaviour/config.md 4). */
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import type { Command } from '../core/session/launch.ts'

export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command | null; readonly directory: string | null; readonly debugFrames: boolean }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'usage'; readonly problem: string }

const usage = `Usage: vibeflow [OPTIONS] [-e PROGRAM [ARGUMENTS...]]

  -e PROGRAM [ARG...], -- PROGRAM [ARG...]
                               run this instead of your shell; all following words belong to it
  -d, --working-directory DIR  begin in this folder (default: the folder you call from)
  --debug-frames               say on standard error what each tab's output reports, and what is dropped
  -V, --version                print the version and leave
  -h, --help                   print this text and leave
`

const options = {
  'working-directory': { type: 'string', short: 'd' },
  'debug-frames': { type: 'boolean' },
  'version': { type: 'boolean', short: 'V' },
  'help': { type: 'boolean', short: 'h' },
} as const

/**
 * `words`: the arguments without the program's own path. `directory`: the caller's, for relative paths.
 * Chromium's and the driver's switches come before ours and are passed over, see `ownWords`.
 */
export function parseCommandLine(words: readonly string[], facts: { readonly directory: string; readonly version: string }): CommandLine {
  const at = words.findIndex((word) => word === '-e' || word === '--')
  const before = at === -1 ? words : words.slice(0, at)
  const after = at === -1 ? null : words.slice(at + 1)
  let values
  try {
    values = parseArgs({ args: [...before], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    return { kind: 'usage', problem: explain(error, before) }
  }
  if (values.help === true) return { kind: 'print', text: usage }
  if (values.version === true) return { kind: 'print', text: `vibeflow ${facts.version}\n` }
  if (after !== null && after.length === 0) return { kind: 'usage', problem: `${words[at]} needs a program after it, such as ${words[at]} htop.` }
  const directory = values['working-directory']
  if (directory === '') return { kind: 'usage', problem: '--working-directory needs a folder.' }
  return {
    kind: 'run',
    command: after === null ? null : asCommand(after),
    directory: directory === undefined ? null : resolve(facts.directory, directory),
    debugFrames: values['debug-frames'] === true,
  }
}

/** Old callers give a whole shell line as one word: `-e 'htop -d 5'`. A word without blanks, or several words, are taken as they are. */
function asCommand(words: readonly string[]): Command {
  const [program = '', ...args] = words
  if (args.length === 0 && /\s/.test(program.trim())) return { program: '/bin/sh', args: ['-c', program] }
  return { program, args }
}

function explain(error: unknown, words: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error)
  const unknown = /Unknown option '(-[^']*)'/.exec(text)?.[1]
  if (unknown !== undefined) {
    const nearest = nearestOption(unknown)
    return `unknown option ${unknown}.${nearest === null ? '' : ` Did you mean ${nearest}?`} vibeflow --help lists all.`
  }
  const stray = words.find((word) => !word.startsWith('-'))
  if (/Unexpected argument/.test(text)) return `unexpected word ${stray ?? ''}: name a program with -e, or a folder with -d. vibeflow --help lists all.`
  return `${text.split('\n')[0]} vibeflow --help lists all.`
}

function nearestOption(word: string): string | null {
  const name = word.replace(/^-+/, '').split('=')[0] ?? ''
  const near = Object.keys(options).map((option) => ({ option, distance: editDistance(name, option) })).sort((a, b) => a.distance - b.distance)[0]
  return near !== undefined && near.distance <= Math.max(2, Math.floor(near.option.length / 4)) ? `--${near.option}` : null
}

/** Levenshtein distance: insertions, deletions and replacements that turn one word into the other. */
function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let i = 1; i <= first.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= second.length; j += 1) {
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (first[i - 1] === second[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[second.length] ?? 0
}

/**
 * Our words within the whole argument list. In development it is `electron [switches] APP [words]`, packaged `vibeflow [words]`;
 * a test driver puts its debugging switches in front of either.
 */
export function ownWords(argv: readonly string[], { packaged, appPath, directory }: { readonly packaged: boolean; readonly appPath: string; readonly directory: string }): readonly string[] {
  const words = argv.slice(1)
  if (!packaged) {
    const at = words.findIndex((word) => !word.startsWith('-') && resolve(directory, word) === resolve(appPath))
    if (at !== -1) return words.slice(at + 1)
  }
  const first = words.findIndex((word) => !isEngineSwitch(word))
  return first === -1 ? [] : words.slice(first)
}

/** Switches that Chromium, Node and the test driver take, never ours. */
function isEngineSwitch(word: string): boolean {
  return /^--(?:inspect(?:-brk)?|remote-debugging-(?:port|pipe)|no-sandbox|enable-|disable-|force-|ozone-|use-|user-data-dir|lang|js-flags|headless|password-store|class)/.test(word)
}
