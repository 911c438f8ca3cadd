/** OSC 99, kitty's notifications: one part of one, a close, or the question what is understood. Never a state. */
import { decodeBase64Text } from './base64.ts'
import { notificationIdMax } from './limits.ts'
import { fail, ok, type Result } from './result.ts'

export type Message99 =
  /** `done`: no more parts follow. Parts of one id belong together. */
  | { readonly id?: string; readonly part: 'title' | 'body'; readonly text: string; readonly done: boolean }
  | { readonly id?: string; readonly close: true }
  | { readonly id?: string; readonly query: true }

const idForm = new RegExp(`^[A-Za-z0-9_+.-]{1,${notificationIdMax}}$`)

/** The payload behind `99;`, decoded. null: a part that is not read. `bad-text`: base64, or what it holds. */
export function parse99(body: string): Result<Message99> | null {
  const split = body.indexOf(';')
  if (split === -1) return null
  const meta = new Map(body.slice(0, split).split(':').map((pair) => [pair.slice(0, 2), pair.slice(2)]))
  const found = meta.get('i=') ?? ''
  const id = idForm.test(found) ? { id: found } : {}
  const part = meta.get('p=') ?? 'title'
  if (part === '?') return ok({ ...id, query: true })
  if (part === 'close') return ok({ ...id, close: true })
  if (part !== 'title' && part !== 'body') return null
  const sent = body.slice(split + 1)
  const text = meta.get('e=') === '1' ? decodeBase64Text(sent) : sent
  return text === null ? fail('bad-text') : ok({ ...id, part, text, done: meta.get('d=') !== '0' })
}
