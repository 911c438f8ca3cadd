/** OSC 21337, iTerm2's session status: `ESC ] 21337 ; status=TEXT ; detail=TEXT ; ... BEL`. */
import { readFrame, type Input } from './frame.ts'
import { proven } from './proven.ts'
import { fail, ok, type Result } from '../result.ts'
import { fitsFrame, hasControl, hasLoneSurrogate } from '../text/text.ts'
import { words21337 } from '../record/words.ts'

export interface Update21337 {
  readonly state?: 'working' | 'waiting' | 'idle'
  /** Present with `waiting` only, and always then. */
  readonly kind?: 'other'
  /** Removes the record. */
  readonly clear?: true
  /** `null` removes the message. Without a state, it updates an existing record. */
  readonly msg?: string | null
}

/** Parses one complete frame. */
export function parse21337(input: Input): Result<Update21337> {
  const body = readFrame(input, 21337)
  return body.ok ? parse21337Body(body.value) : body
}

/** Parses the payload after `21337;`. An unknown status is `unknown-state`. */
export function parse21337Body(body: string): Result<Update21337> {
  const values = new Map(
    splitFields(body).map((field) => {
      const split = field.indexOf('=')
      return split === -1 ? [undefined, ''] : [field.slice(0, split), field.slice(split + 1)]
    }),
  )
  const status = values.get('status')
  const detail = values.get('detail')
  if (status === undefined && detail === undefined) return fail('empty')
  const message = detail === undefined ? {} : { msg: detail === '' ? null : detail }
  if (status === undefined) return ok(message)
  const meaning = words21337.get(status.trim().toLowerCase())
  if (meaning === undefined) return fail('unknown-state')
  // The table holds only these states and kinds.
  return ok(
    (meaning === null ? { clear: true, ...message } : { ...meaning, ...message }) as Update21337,
  )
}

export function format21337(update: Update21337): Result<string> {
  const { state, clear, msg } = update
  if (typeof msg === 'string' && (msg === '' || hasControl(msg) || hasLoneSurrogate(msg)))
    return fail('bad-text')
  const status = clear === true ? '' : state
  const fields = [
    ...(status === undefined ? [] : [`status=${status}`]),
    ...(msg === undefined
      ? []
      : [`detail=${(msg ?? '').replaceAll('\\', '\\\\').replaceAll(';', '\\;')}`]),
  ]
  const frame = `\x1b]21337;${fields.join(';')}\x07`
  return fitsFrame(frame) ? proven(frame, update, parse21337) : fail('too-long')
}

/** Splits at `;` and unescapes: `\;` and `\\` are literal, any other backslash is kept. */
function splitFields(body: string): string[] {
  if (!body.includes('\\')) return body.split(';')
  const fields = ['']
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at] as string
    const next = body[at + 1]
    if (character === ';') fields.push('')
    else if (character === '\\' && (next === ';' || next === '\\')) {
      fields[fields.length - 1] += next
      at += 1
    } else fields[fields.length - 1] += character
  }
  return fields
}
