/** Parameters of OSC 133 marks: those of the semantic prompts proposal, of kitty and of Ghostty. */
import { commandLineCharactersMax, markIdMax } from '../limits.ts'
import { percentDecode } from '../text/percent.ts'

/**
 * How a shell moves its cursor to a click: it reads a mouse report, whose row counts from the
 * screen (`absolute`) or from the prompt (`relative`), or arrow keys (`cl`).
 */
export type PromptClick = 'absolute' | 'relative' | 'line' | 'm' | 'v' | 'w'

export interface MarkOptions {
  /** Identifies the application whose mark it is, to tell a nested shell from the outer one. */
  readonly aid?: string
  /** A prompt of a further line (`k=s`, `k=c`) or at the right (`k=r`): not another prompt. */
  readonly further?: true
  readonly click?: PromptClick
  /** The application does not draw its prompt again after a resize. */
  readonly redraw?: false
  /** Command line, decoded and untrusted. */
  readonly line?: string
}

const idForm = new RegExp(`^[\\x21-\\x3a\\x3c-\\x7e]{1,${markIdMax}}$`)
const clickForms: ReadonlySet<string> = new Set(['line', 'm', 'v', 'w'])

/** Parses the parameters of the payload after `133;`. Ignores unknown and invalid parameters. */
export function parseMarkOptions(body: string): MarkOptions {
  if (body[1] !== ';') return {}
  const options: { -readonly [Key in keyof MarkOptions]: MarkOptions[Key] } = {}
  for (const part of body.slice(2).split(';', partsMax)) {
    const split = part.indexOf('=')
    const value = part.slice(split + 1)
    switch (part.slice(0, Math.max(0, split))) {
      case 'aid':
        if (idForm.test(value)) options.aid = value
        break
      case 'k':
        if (value === 's' || value === 'c' || value === 'r') options.further = true
        break
      case 'cl':
        if (clickForms.has(value)) options.click ??= value as PromptClick
        break
      case 'click_events':
        if (value === '1') options.click = 'absolute'
        else if (value === '2') options.click = 'relative'
        break
      case 'redraw':
        if (value === '0') options.redraw = false
        break
      case 'cmdline_url':
        if (body[0] === 'C') setLine(options, decodedUrl(value))
        break
      default:
    }
  }
  // shell quoting may contain semicolons, so this one goes up to the end
  const quoted = body[0] === 'C' ? body.indexOf(';cmdline=') : -1
  if (quoted !== -1 && options.line === undefined)
    setLine(options, unquoted(body.slice(quoted + ';cmdline='.length)))
  return options
}

/** Returns the parameters of a prompt that the screen needs, each preceded by `;`. */
export function formatMarkOptions({ click, redraw }: MarkOptions): string {
  const clicks =
    click === undefined
      ? ''
      : click === 'absolute' || click === 'relative'
        ? `;click_events=${click === 'absolute' ? 1 : 2}`
        : `;cl=${click}`
  return `${clicks}${redraw === false ? ';redraw=0' : ''}`
}

/** Parameters of a mark. Beyond: ignored. */
const partsMax = 16

function setLine(options: { line?: string }, line: string | null): void {
  if (line !== null && line !== '') options.line = line.slice(0, commandLineCharactersMax)
}

function decodedUrl(text: string): string | null {
  const decoded = percentDecode(text)
  return decoded.ok ? decoded.value : null
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Decodes the output of `printf %q`: backslashes, and parts in `'...'` and `$'...'`. */
function unquoted(text: string): string | null {
  const part = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|\\(.)|([^'\\])/gsy
  let line = ''
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [, ansi, single, escaped, plain] = match
    line += ansi === undefined ? (single ?? escaped ?? plain ?? '') : ansiUnquoted(ansi)
  }
  return line === '' ? null : line
}

function ansiUnquoted(text: string): string {
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|([0-7]{1,3})|(.))/gs,
    (_, hex?: string, unicode?: string, octal?: string, letter = '') =>
      hex !== undefined || unicode !== undefined
        ? String.fromCharCode(parseInt(hex ?? unicode ?? '', 16))
        : octal === undefined
          ? (escapes[letter] ?? letter)
          : String.fromCharCode(parseInt(octal, 8)),
  )
}
