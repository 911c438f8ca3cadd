/**
 * Compares a screen with a file next to the test: as text, or as an image with all styles. Works
 * without a test runner; the error shows the rows that differ.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comparedBytesMax, shownRowsMax } from '../limits.ts'
import { ScreenText } from './screen.ts'
import { asShown, TerminalError } from '../terminal-error.ts'
import type { TestTerminal, WaitOptions } from '../test-terminal.ts'

/** Set to 1 to rewrite the files. */
export const updateVariable = 'VIBEFLOW_UPDATE_SCREENS'

export interface CompareOptions extends WaitOptions {
  /** Writes the file instead. Defaults to whether VIBEFLOW_UPDATE_SCREENS is 1. */
  readonly update?: boolean
  /** Replacements for text that changes between runs, such as times. For text only. */
  readonly replace?: readonly (readonly [what: string | RegExp, by: string])[]
}

/**
 * Compares with a file: `.txt` has the rows, `.svg` also colors and styles. Waits until a terminal
 * shows the screen; a captured screen is compared as it is.
 * @throws TerminalError with the rows that differ, and how to rewrite the file
 */
export async function compareScreen(
  shown: TestTerminal | ScreenText,
  file: string | URL,
  { update = process.env[updateVariable] === '1', replace = [], timeoutMs }: CompareOptions = {},
): Promise<void> {
  const path = resolve(file instanceof URL ? fileURLToPath(file) : file)
  const form = formOf(path)
  if (form.isPicture && replace.length > 0)
    throw new TypeError('replace is for text: a picture has places of its own for each character.')
  const write = (screen: ScreenText) => form.write(screen, replace)
  if (update) {
    const screen = shown instanceof ScreenText ? shown : await shown.waitForQuiet()
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, write(screen))
    if (form.isPicture) rmSync(actualOf(path), { force: true })
    return
  }
  const wanted = contentOf(path)
  let last: ScreenText | null = shown instanceof ScreenText ? shown : null
  const isSame = (screen: ScreenText) => {
    last = screen
    return write(screen) === wanted
  }
  if (shown instanceof ScreenText ? isSame(shown) : await shows(shown, isSame, timeoutMs)) {
    if (form.isPicture) rmSync(actualOf(path), { force: true })
    return
  }
  const screen: ScreenText | null = last
  if (screen === null) throw new TerminalError('The terminal has shown no screen to compare.')
  const name = relative(process.cwd(), path)
  if (form.isPicture) writeFileSync(actualOf(path), write(screen))
  throw new TerminalError(
    [
      `The screen is not as in ${name}.`,
      ...difference(form.rows(wanted), form.rows(write(screen))),
      ...(form.isPicture ? [`Actual screen: ${relative(process.cwd(), actualOf(path))}`] : []),
      `If the screen is right: ${updateVariable}=1 and run the test again, then look at the file.`,
    ].join('\n'),
    screen,
  )
}

/** Whether it was shown in time, before the program ended. */
async function shows(
  terminal: TestTerminal,
  isSame: (screen: ScreenText) => boolean,
  timeoutMs: number | undefined,
): Promise<boolean> {
  try {
    await terminal.waitForScreen(isSame, 'it', timeoutMs === undefined ? {} : { timeoutMs })
    return true
  } catch (error) {
    if (error instanceof TerminalError && error.screen !== null) return false
    throw error
  }
}

interface Form {
  readonly isPicture: boolean
  readonly write: (screen: ScreenText, replace: NonNullable<CompareOptions['replace']>) => string
  /** Rows by number, to report where content differs. */
  readonly rows: (content: string) => readonly string[]
}

const text: Form = {
  isPicture: false,
  write: (screen, replace) => {
    const rows = screen.text()
    return `${replace.reduce((all, [what, by]) => all.replaceAll(global(what), by), rows)}\n`
  },
  rows: (content) => content.replace(/\n$/, '').split('\n'),
}

const picture: Form = {
  isPicture: true,
  // One element per line, for line-based diff tools.
  write: (screen) => screen.svg().replaceAll(/(?=<(?:rect|text)\b)/g, '\n'),
  rows: (content) => {
    const rows: string[] = []
    for (const line of content.split('\n')) {
      const y = /^<(?:rect x="\d+" |text x="\d+" )y="(\d+)"/.exec(line)?.[1]
      if (y === undefined) continue // the background
      const row = Math.floor(Number(y) / rowHeight)
      while (rows.length <= row) rows.push('')
      rows[row] += line
    }
    return rows
  },
}

/** Row height of `toSvg`: a row's rectangles start at its multiples. */
const rowHeight = 17

function formOf(path: string): Form {
  if (path.endsWith('.txt')) return text
  if (path.endsWith('.svg')) return picture
  throw new TypeError(`${path}: a screen is compared with a .txt or a .svg file.`)
}

function actualOf(path: string): string {
  return path.replace(/\.svg$/, '.actual.svg')
}

function global(what: string | RegExp): string | RegExp {
  return typeof what === 'string' || what.global ? what : new RegExp(what, `${what.flags}g`)
}

/** @throws TerminalError if the file does not exist or cannot be a screen */
function contentOf(path: string): string {
  const name = relative(process.cwd(), path)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined)
    throw new TerminalError(
      `There is no ${name} to compare the screen with. ${updateVariable}=1 and run the test ` +
        'again to write it, then look at it.',
    )
  if (!found.isFile() || found.size > comparedBytesMax)
    throw new TerminalError(`${name} is not a file of up to ${comparedBytesMax} bytes.`)
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
}

/** Formats rows of the file with `-` and the rows shown instead with `+`. */
function difference(wanted: readonly string[], shown: readonly string[]): string[] {
  const rows = Array.from({ length: Math.max(wanted.length, shown.length) }, (_, row) => row)
  const lines = rows
    .filter((row) => wanted[row] !== shown[row])
    .flatMap((row) => [
      ...(wanted[row] === undefined ? [] : [`- row ${row}: ${asShown(wanted[row])}`]),
      ...(shown[row] === undefined ? [] : [`+ row ${row}: ${asShown(shown[row])}`]),
    ])
  const rest = lines.length - shownRowsMax
  if (lines.length === 0) return ['Only what is around the rows differs: size or ground.']
  return rest > 0 ? [...lines.slice(0, shownRowsMax), `... and ${rest} more lines`] : lines
}
