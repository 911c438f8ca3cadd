/** OSC 99, kitty's notifications: one part, a close request, or a query. Never a state. */
import { decodeBase64Text } from '../text/base64.ts'
import { notificationIdMax } from '../limits.ts'
import { fail, ok, type Result } from '../result.ts'

export type Message99 =
  /** `done`: the last part. Parts with the same id form one notification. */
  | {
      readonly id?: string
      readonly part: 'title' | 'body'
      readonly text: string
      readonly done: boolean
    }
  | { readonly id?: string; readonly close: true }
  | { readonly id?: string; readonly query: true }

const idForm = new RegExp(`^[A-Za-z0-9_+.-]{1,${notificationIdMax}}$`)

/** Parses the payload after `99;`. `null` for unsupported parts, `bad-text` for bad base64. */
export function parse99(body: string): Result<Message99> | null {
  const split = body.indexOf(';')
  if (split === -1) return null
  const { i: found = '', p: part = 'title', e: encoding, d: done } = metaOf(body, split)
  const named = idForm.test(found) ? { id: found } : {}
  if (part === '?') return ok({ ...named, query: true })
  if (part === 'close') return ok({ ...named, close: true })
  if (part !== 'title' && part !== 'body') return null
  const sent = body.slice(split + 1)
  const text = encoding === '1' ? decodeBase64Text(sent) : sent
  return text === null ? fail('bad-text') : ok({ ...named, part, text, done: done !== '0' })
}

/** Reads one-letter keys, separated by `:`, before `split`. The last repeat wins. */
function metaOf(
  body: string,
  split: number,
): { readonly i?: string; readonly p?: string; readonly e?: string; readonly d?: string } {
  const meta: { i?: string; p?: string; e?: string; d?: string } = {}
  for (let from = 0, end = 0; from < split; from = end + 1) {
    end = body.indexOf(':', from)
    if (end === -1 || end > split) end = split
    if (end - from < 2 || body[from + 1] !== '=') continue
    const key = body[from]
    if (key === 'i' || key === 'p' || key === 'e' || key === 'd')
      meta[key] = body.slice(from + 2, end)
  }
  return meta
}
