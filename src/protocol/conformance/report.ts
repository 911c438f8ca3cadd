/** Results of a run as text and JSON. The tested program's text is shown in printable ASCII. */
import { detailMax } from './limits.ts'

/** `unsupported`: an allowed omission. `unseen`: not observable here. */
type CheckOutcome = 'pass' | 'unsupported' | 'unseen' | 'fail'

export interface Check {
  readonly id: string
  readonly outcome: CheckOutcome
  readonly detail?: string
}

export interface ConformanceReport {
  readonly kind: 'emitter' | 'parser' | 'terminal'
  readonly command: string
  /** How a terminal identifies itself. */
  readonly about?: Readonly<Record<string, string>>
  readonly checks: readonly Check[]
}

export const pass = (id: string, detail?: string): Check => made(id, 'pass', detail)
export const unsupported = (id: string, detail?: string): Check => made(id, 'unsupported', detail)
export const unseen = (id: string, detail?: string): Check => made(id, 'unseen', detail)
export const failedCheck = (id: string, detail: string): Check => made(id, 'fail', detail)

function made(id: string, outcome: CheckOutcome, detail: string | undefined): Check {
  return detail === undefined ? { id, outcome } : { id, outcome, detail: cut(detail) }
}

/** Returns printable ASCII with a doubled backslash and `\xNN`, as the vectors do. */
export function escapeBytes(input: Uint8Array | string): string {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  let text = ''
  for (const byte of bytes.subarray(0, detailMax)) {
    text +=
      byte === 0x5c
        ? '\\\\'
        : byte >= 0x20 && byte < 0x7f
          ? String.fromCharCode(byte)
          : `\\x${byte.toString(16).padStart(2, '0')}`
  }
  return cut(bytes.length > detailMax ? `${text} ...` : text)
}

/** Returns a parsed value in printable ASCII. */
export function showValue(value: unknown): string {
  return escapeBytes(JSON.stringify(value) ?? 'nothing')
}

function cut(text: string): string {
  return text.length > detailMax ? `${text.slice(0, detailMax - 4)} ...` : text
}

const words: Readonly<Record<CheckOutcome, string>> = {
  pass: 'pass',
  unsupported: '-',
  unseen: '?',
  fail: 'FAIL',
}

/** Returns lines for people, with the totals last. */
export function reportLines({ about = {}, checks }: ConformanceReport): string {
  const count = (outcome: CheckOutcome) =>
    checks.filter((check) => check.outcome === outcome).length
  return [
    ...Object.entries(about).map(([key, value]) => `${key}: ${escapeBytes(value)}`),
    ...checks.map(
      ({ id, outcome, detail }) =>
        `${words[outcome].padEnd(4)}  ${id}${detail === undefined ? '' : `: ${detail}`}`,
    ),
    `${count('pass')} passed, ${count('fail')} failed, ${count('unsupported')} not supported, ` +
      `${count('unseen')} not observable`,
  ]
    .map((line) => `${line}\n`)
    .join('')
}
