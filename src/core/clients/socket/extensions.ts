/**
 * Messages of hello clients (docs/reference/session-socket.md). Fields are checked in the
 * document's order.
 */
import { z } from 'zod'
import { safeText } from '../../../base/text/safe-text.ts'
import { accept, badField, type Validated } from './errors.ts'
import { clientNameCharactersMax, scrollbackMax } from './limits.ts'
import type { JsonObject } from './payload.ts'

/** Returns a reader that parses an object, or reports the first invalid field. */
const reader =
  <Value>(form: z.ZodType<Value>) =>
  (object: JsonObject): Validated<Value> => {
    const { data, error } = form.safeParse(object)
    return error === undefined ? accept(data) : badField(String(error.issues[0]?.path[0]))
  }

const counter = z.int().min(0)
const flag = z.boolean().default(false)

export type SocketEncoding = 'json' | 'msgpack'

export interface ClientHello {
  /** Empty if not given. */
  readonly client: string
  readonly encoding: SocketEncoding
}

export const readHello = reader<ClientHello>(
  z
    .object({ v: z.int().min(1), client: z.string().default(''), encoding: z.string().optional() })
    .transform(({ client, encoding }) => ({
      client: safeText(client, clientNameCharactersMax),
      encoding: encoding === 'msgpack' ? 'msgpack' : 'json',
    })),
)

const subscription = z.object({ screen: flag, output: flag, state: flag, why: flag })
export type ClientSubscription = Readonly<z.infer<typeof subscription>>

export const noSubscription: ClientSubscription = subscription.parse({})

export const readSubscription = reader<ClientSubscription>(subscription)

const snapshotRequest = z.object({
  format: z.enum(['screen', 'text', 'ansi']).default('screen'),
  /** Rows of history in addition to the screen. */
  scrollback: counter.max(scrollbackMax).default(0),
  /** Without what an agent draws around its text; only for `text`. */
  clean: flag,
})
export type SnapshotRequest = Readonly<z.infer<typeof snapshotRequest>>

export const readSnapshotRequest = reader<SnapshotRequest>(snapshotRequest)

const revision = z.object({ epoch: counter, rev: counter })
/** A state of a screen. The epoch changes when the screen is recreated. */
export type Revision = Readonly<z.infer<typeof revision>>

export const readAcknowledge = reader<Revision>(revision)
