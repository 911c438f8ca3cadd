/**
 * What hello clients may ask (docs/socket.md). Fields are judged in the order in
 * which the document names them.
 */
import { safeText } from '../text/safe-text.ts'
import { isCount } from './control.ts'
import { accept, badField, type Judged } from './errors.ts'
import { clientNameCharactersMax, scrollbackMax } from './limits.ts'
import { own, type JsonObject } from './payload.ts'

export type Encoding = 'json' | 'msgpack'

export interface Hello {
  /** '' when it did not say. */
  readonly client: string
  readonly encoding: Encoding
}

export function readHello(object: JsonObject): Judged<Hello> {
  const [v, client, encoding] = [own(object, 'v'), own(object, 'client'), own(object, 'encoding')]
  if (!isCount(v, 1, Number.MAX_SAFE_INTEGER)) return badField('v')
  if (client !== undefined && typeof client !== 'string') return badField('client')
  if (encoding !== undefined && typeof encoding !== 'string') return badField('encoding')
  return accept({
    client: safeText(client ?? '', clientNameCharactersMax),
    encoding: encoding === 'msgpack' ? 'msgpack' : 'json',
  })
}

export interface Subscription {
  readonly screen: boolean
  readonly output: boolean
  readonly state: boolean
  readonly why: boolean
}

export const nothing: Subscription = { screen: false, output: false, state: false, why: false }

export function readSubscription(object: JsonObject): Judged<Subscription> {
  const read: Record<keyof Subscription, boolean> = { ...nothing }
  for (const field of ['screen', 'output', 'state', 'why'] as const) {
    const value = own(object, field)
    if (value === undefined) continue
    if (typeof value !== 'boolean') return badField(field)
    read[field] = value
  }
  return accept(read)
}

export interface SnapshotRequest {
  readonly format: 'screen' | 'text' | 'ansi'
  /** Rows of history beside the screen. */
  readonly scrollback: number
}

export function readSnapshotRequest(object: JsonObject): Judged<SnapshotRequest> {
  const [format = 'screen', scrollback = 0] = [own(object, 'format'), own(object, 'scrollback')]
  if (format !== 'screen' && format !== 'text' && format !== 'ansi') return badField('format')
  return isCount(scrollback, 0, scrollbackMax)
    ? accept({ format, scrollback })
    : badField('scrollback')
}

/** A state of a screen: the epoch changes when the screen is made anew. */
export interface Revision {
  readonly epoch: number
  readonly rev: number
}

export function readAcknowledge(object: JsonObject): Judged<Revision> {
  const [epoch, rev] = [own(object, 'epoch'), own(object, 'rev')]
  if (!isCount(epoch, 0, Number.MAX_SAFE_INTEGER)) return badField('epoch')
  return isCount(rev, 0, Number.MAX_SAFE_INTEGER) ? accept({ epoch, rev }) : badField('rev')
}
