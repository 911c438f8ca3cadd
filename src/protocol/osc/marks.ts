/** Shell marks: OSC 133 and VS Code's OSC 633, with the field names of the shared vectors. */
import { parsePath } from './directory.ts'

export type ShellMark =
  | { readonly kind: 'prompt_start' }
  | { readonly kind: 'prompt_end' }
  | { readonly kind: 'command_start' }
  /** `null`: no exit code was sent, or it is not a 32-bit decimal. */
  | { readonly kind: 'command_end'; readonly exit_code: number | null }

export type Mark =
  | ShellMark
  /** Command line, unescaped and untrusted; only a hint for naming a program. */
  | { readonly kind: 'command_line'; readonly text: string }
  | { readonly kind: 'cwd'; readonly path: string }

/** Parses the decoded payload after `133;`. Returns `null` for extensions of other terminals. */
export function parse133(body: string): ShellMark | null {
  // biome-ignore format: a table, read by its columns
  switch (head(body)) {
    case 'A': return { kind: 'prompt_start' }
    case 'B': return { kind: 'prompt_end' }
    case 'C': return { kind: 'command_start' }
    case 'D': return { kind: 'command_end', exit_code: exitCode(parameter(body)) }
    default: return null
  }
}

/** Parses the decoded payload after `633;`. */
export function parse633(body: string): Mark | null {
  const value = parameter(body)
  switch (head(body)) {
    case 'E':
      return value === undefined ? null : { kind: 'command_line', text: unescaped(value) }
    case 'P': {
      const path = value?.startsWith('Cwd=') === true ? parsePath(unescaped(value.slice(4))) : null
      return path === null ? null : { kind: 'cwd', path }
    }
    default:
      return parse133(body)
  }
}

/** Returns the payload after `133;`. */
export function format133(mark: ShellMark): string {
  if (mark.kind === 'command_end') return mark.exit_code === null ? 'D' : `D;${mark.exit_code}`
  return { prompt_start: 'A', prompt_end: 'B', command_start: 'C' }[mark.kind]
}

/** Returns the payload after `633;`. */
export function format633(mark: Mark): string {
  switch (mark.kind) {
    case 'command_line':
      return `E;${escaped(mark.text)}`
    case 'cwd':
      return `P;Cwd=${escaped(mark.path)}`
    default:
      return format133(mark)
  }
}

/** Returns the mark's letter, or '' if other letters follow it. */
function head(body: string): string {
  return body.length > 1 && body[1] !== ';' ? '' : body.slice(0, 1)
}

function parameter(body: string): string | undefined {
  if (body[1] !== ';') return undefined
  const end = body.indexOf(';', 2)
  return body.slice(2, end === -1 ? body.length : end)
}

function exitCode(text: string | undefined): number | null {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return null
  const code = Number(text)
  return code >= -2_147_483_648 && code <= 2_147_483_647 ? code + 0 : null // -0 becomes 0
}

/** Decodes `\\` and `\xHH`; any other backslash is kept. */
function unescaped(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\(?:\\|x([0-9A-Fa-f]{2}))/g, (_, hex: string | undefined) =>
        hex === undefined ? '\\' : String.fromCharCode(parseInt(hex, 16)),
      )
    : text
}

function escaped(text: string): string {
  return text.replace(/[\\;\u0000-\u001f\u007f]/g, (character) =>
    character === '\\' ? '\\\\' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
