/** OSC 88, Terminal Resume Protocol: hints how to restart a program, never run automatically. */
import { decodeBase64Text, encodeBase64 } from '../text/base64.ts'
import { readFrame, type Input } from './frame.ts'
import { proven } from './proven.ts'
import { fail, ok, type Result } from '../result.ts'
import { fitsFrame, hasControl, hasLoneSurrogate } from '../text/text.ts'

export type Op88 =
  | {
      readonly op: 'arm'
      readonly cmd: string
      /** One text, split at quotes and backslashes only, never by a shell. */
      readonly args?: string
      readonly cwd?: string
      readonly title?: string
      readonly selfRepaint: boolean
    }
  | { readonly op: 'clear' }
  /** Recognized, never answered. */
  | { readonly op: 'query' }

const versionKnown = 1

/** Parses one complete frame. */
export function parse88(input: Input): Result<Op88> {
  const body = readFrame(input, 88)
  return body.ok ? parse88Body(body.value) : body
}

/** Parses the decoded payload after `88;`. Checks op, v, cmd and args in this order. */
export function parse88Body(body: string): Result<Op88> {
  const [op, ...parts] = body.split(';')
  if (op === 'clear' || op === 'query') return ok({ op })
  if (op !== 'arm') return fail('unknown-op')
  const values = new Map<string, string>()
  for (const part of parts) {
    const split = part.indexOf('=')
    if (split !== -1) values.set(part.slice(0, split), part.slice(split + 1))
  }
  const version = values.get('v') ?? '1'
  if (!/^\d+$/.test(version)) return fail('malformed')
  if (Number(version) > versionKnown) return fail('unsupported-version')
  const cmd = text(values.get('cmd') ?? '')
  if (cmd === '') return fail('missing-field')
  const args = text(values.get('args'))
  if (cmd === null || args === null) return fail('bad-text')
  const cwd = text(values.get('cwd')) ?? undefined
  const title = text(values.get('title')) ?? undefined
  return ok({
    op,
    cmd,
    selfRepaint: values.get('self_repaint') === '1',
    ...(args === undefined ? {} : { args }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(title === undefined ? {} : { title }),
  })
}

/** Formats with BEL, as the protocol shows it. */
export function format88(op: Op88): Result<string> {
  if (op.op !== 'arm') return proven(`\x1b]88;${op.op}\x07`, { op: op.op }, parse88)
  const { cmd, args, cwd, title, selfRepaint } = op
  if (cmd === '') return fail('missing-field')
  const texts = Object.entries({ cmd, args, cwd, title }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  if (texts.some(([, words]) => hasControl(words) || hasLoneSurrogate(words)))
    return fail('bad-text')
  const frame =
    `\x1b]88;arm;${texts.map(([key, words]) => `${key}=${encodeBase64(words)}`).join(';')}` +
    `${selfRepaint ? ';self_repaint=1' : ''}\x07`
  return fitsFrame(frame) ? proven(frame, op, parse88) : fail('too-long')
}

/** Returns `undefined` if absent, `null` if invalid. */
function text<Encoded extends string | undefined>(
  encoded: Encoded,
): string | null | Extract<Encoded, undefined> {
  // narrowed: it is undefined here
  if (encoded === undefined) return undefined as Extract<Encoded, undefined>
  const decoded = decodeBase64Text(encoded)
  return decoded === null || hasControl(decoded) ? null : decoded
}
