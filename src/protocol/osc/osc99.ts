/**
 * OSC 99, kitty's notifications: a chunk of one, a close request, or a query. Never a state.
 * https://sw.kovidgoyal.net/kitty/desktop-notifications/
 */
import { decodeBase64Text } from '../text/base64.ts'
import { notificationIdMax, notificationNameMax, notificationNamesMax } from '../limits.ts'
import { fail, ok, type Result } from '../result.ts'

/** Options of a notification. Absent ones keep the value of an earlier chunk, or the default. */
export interface Options99 {
  /** Whether activation shows the terminal (`a=focus`, the default). */
  readonly focus?: boolean
  /** Whether activation is reported (`a=report`). */
  readonly report?: boolean
  /** Whether the end of the notification is reported (`c=1`). */
  readonly reportsClose?: boolean
  /** When to show it (`o`). */
  readonly occasion?: 'always' | 'unfocused' | 'invisible'
  /** 0 low, 1 normal, 2 critical (`u`). */
  readonly urgency?: 0 | 1 | 2
  /** Name of the application (`f`). */
  readonly app?: string
  /** Types of the notification (`t`). */
  readonly types?: readonly string[]
  /** Names of icons, the preferred name first (`n`). */
  readonly icons?: readonly string[]
  /** Identifier under which icon data is cached (`g`). */
  readonly iconKey?: string
  /** Name of a sound (`s`). */
  readonly sound?: string
  /** Lifetime in ms; 0 for no limit, -1 for the desktop's default (`w`). */
  readonly expireMs?: number
}

/**
 * Chunks with the same id form one notification. `text`: the payload as sent; `base64`: it is
 * encoded, and may be split anywhere. `done`: the last chunk.
 */
export interface Chunk99 extends Options99 {
  readonly id?: string
  readonly part: 'title' | 'body' | 'buttons' | 'icon'
  readonly text: string
  readonly base64?: true
  readonly done: boolean
}

export type Message99 =
  | Chunk99
  | { readonly id?: string; readonly close: true }
  /** A query of the supported features, or of the ids of notifications that are still shown. */
  | { readonly id?: string; readonly query: true }
  | { readonly id?: string; readonly alive: true }

const idForm = new RegExp(`^[A-Za-z0-9_+.-]{1,${notificationIdMax}}$`)
const base64Form = /^[A-Za-z0-9+/]*={0,2}$/

/** Returns whether this is an identifier, which a reply may repeat. */
export function isNotificationId(text: string): boolean {
  return idForm.test(text)
}

/** Parses the payload after `99;`. `null` for unsupported parts, `bad-text` for bad base64. */
export function parse99(body: string): Result<Message99> | null {
  const split = body.indexOf(';')
  if (split === -1) return null
  const { id, isBadId, part, base64, done, options } = metadataOf(body.slice(0, split))
  const named = id === undefined ? {} : { id }
  if (part === '?') return ok({ ...named, query: true })
  if (part === 'close') return ok({ ...named, close: true })
  if (part === 'alive') return ok({ ...named, alive: true })
  if (part !== 'title' && part !== 'body' && part !== 'buttons' && part !== 'icon') return null
  const text = body.slice(split + 1)
  // chunks of several programs would be joined
  if (!done && isBadId) return fail('bad-id')
  if (base64 && !base64Form.test(text)) return fail('bad-text')
  return ok({ ...named, part, text, ...(base64 ? { base64 } : {}), done, ...options })
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

interface Metadata {
  id: string | undefined
  /** Whether its id is invalid. */
  isBadId: boolean
  part: string
  base64: boolean
  done: boolean
  readonly options: Writable<Options99>
}

/** Reads one-letter keys, separated by `:`. The last repeat wins, except in lists. */
function metadataOf(text: string): Metadata {
  const found: Metadata = {
    id: undefined,
    isBadId: false,
    part: 'title',
    base64: false,
    done: true,
    options: {},
  }
  for (let from = 0, end = 0; from < text.length; from = end + 1) {
    end = text.indexOf(':', from)
    if (end === -1) end = text.length
    if (end - from < 2 || text[from + 1] !== '=') continue
    const value = text.slice(from + 2, end)
    // biome-ignore format: a table, read by its columns
    switch (text[from]) {
      case 'i':
        found.isBadId = !isNotificationId(value)
        found.id = found.isBadId ? undefined : value
        break
      case 'p': found.part = value; break
      case 'e': found.base64 = value === '1'; break
      case 'd': found.done = value !== '0'; break
      default: readOption(found.options, text[from], value)
    }
  }
  return found
}

/** Ignores unknown keys, and unknown values of known keys. */
function readOption(options: Writable<Options99>, key: string | undefined, value: string): void {
  switch (key) {
    case 'a':
      readActions(options, value)
      break
    case 'c':
      options.reportsClose = value !== '0'
      break
    case 'o':
      if (value === 'always' || value === 'unfocused' || value === 'invisible')
        options.occasion = value
      break
    case 'u':
      if (value === '0' || value === '1' || value === '2') options.urgency = urgencies[value]
      break
    case 'w':
      if (/^(?:-1|[0-9]{1,9})$/.test(value)) options.expireMs = Number(value)
      break
    case 'g':
      if (isNotificationId(value)) options.iconKey = value
      break
    default:
      readName(options, key, value)
  }
}

const urgencies = { 0: 0, 1: 1, 2: 2 } as const

function readActions(options: Writable<Options99>, value: string): void {
  // an action has up to seven characters, so that a longer list has no other use
  for (const word of value.slice(0, notificationNameMax).split(',')) {
    const action = word.replace(/^-/, '')
    if (action === 'focus' || action === 'report') options[action] = action === word
  }
}

function readName(options: Writable<Options99>, key: string | undefined, value: string): void {
  if (key !== 'f' && key !== 's' && key !== 't' && key !== 'n') return
  const name = value.length > 6 * notificationNameMax ? null : decodeBase64Text(value)
  if (name === null || name === '' || name.length > notificationNameMax) return
  if (key === 'f') options.app = name
  else if (key === 's') options.sound = name
  else {
    const list = key === 't' ? 'types' : 'icons'
    options[list] = [...(options[list] ?? []), name].slice(0, notificationNamesMax)
  }
}
