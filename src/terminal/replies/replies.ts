/**
 * Writes every byte that the terminal itself sends to a pty: a closed list of replies from
 * constants, numbers and active colors (SECURITY.md). The only text of a program that is returned
 * is a checked identifier.
 */
import { unreachable } from '../../base/assert.ts'
import type { Millis } from '../../base/clock.ts'
import { TokenBucket } from '../../base/time/token-bucket.ts'
import { capabilities, clipboardWrite, hex } from '../../base/sequences/capabilities.ts'
import type { CapabilityName } from '../../base/sequences/capabilities.ts'
import type { Answerable, DeviceRequest } from '../../base/sequences/query.ts'
import { isNotificationId } from '../../protocol/index.ts'

/** Replies in a burst and per second, enough for any sane program. Beyond: dropped, counted. */
export const repliesMax = 256
export const repliesPerSecond = 256

/** Bytes of replies, in a burst and per second. */
export const replyBytesPerSecond = 16_384

/** Unread bytes at the pty above which no reply is sent, because the program does not read. */
export const unreadReplyBytesMax = 65_536

/** Reports of changes in a burst and per second. Such a report has less than 300 bytes. */
export const changesPerSecond = 64

/** Further unread bytes that may wait if the next report is one of a change. */
export const unreadChangeBytes = 4_096

export interface ReplyFacts {
  /** Version for XTVERSION: digits, letters, dots. */
  readonly version: string
  /** TERM for XTGETTCAP, if known. */
  readonly term?: string
  /** Whether OSC 52 writes are allowed, for DA1. */
  readonly clipboardWrite: boolean
}

export function reply(query: Answerable, facts: ReplyFacts): string | null {
  // biome-ignore format: a table, read by its columns
  switch (query.kind) {
    case 'primary-attributes':
      return `\x1b[?62${query.sixel ? ';4' : ''};22${facts.clipboardWrite ? ';52' : ''}c`
    case 'secondary-attributes': return '\x1b[>0;276;0c'
    case 'tertiary-attributes': return '\x1bP!|00000000\x1b\\' // no site, no serial number
    case 'version': return `\x1bP>|vibeflow(${facts.version})\x1b\\`
    case 'status': return '\x1b[0n'
    case 'device': return deviceReplies[query.request]
    case 'macro-checksum': return `\x1bP${query.id}!~0000\x1b\\`
    case 'cursor': return `\x1b[${query.dec ? '?' : ''}${query.row};${query.column}R`
    case 'mode': return `\x1b[${query.dec ? '?' : ''}${query.mode};${query.value}$y`
    case 'palette':
      return `\x1b]${query.code};${query.index};${colour(query.colour)}${terminator(query)}`
    case 'dynamic-colour': return `\x1b]${query.code};${colour(query.colour)}${terminator(query)}`
    case 'size':
      return `\x1b[${{ 14: 4, 16: 6, 18: 8 }[query.code]};${query.height};${query.width}t`
    case 'cell-size': // a scale of 1: images are scaled with the text
      return `\x1b]1337;ReportCellSize=${query.height}.0;${query.width}.0;1.0\x1b\\`
    case 'size-report':
      return `\x1b[48;${query.rows};${query.columns};${query.height};${query.width}t`
    case 'colour-scheme': return `\x1b[?997;${query.dark ? 1 : 2}n`
    case 'visibility': return `\x1b[?999;${query.visible ? 1 : 2}n`
    case 'graphics': return graphics(query)
    case 'graphics-attribute':
      return `\x1b[?${[query.item, query.status, ...query.values].join(';')}S`
    case 'setting':
      return query.name === null
        ? '\x1bP0$r\x1b\\'
        : `\x1bP1$r${parameters(query.values)}${query.name}\x1b\\`
    case 'common-style': return `\x1b[${parameters(query.values)}m`
    case 'capability': return capability(query.name, facts)
    case 'keyboard': return `\x1b[?${query.flags}u`
    case 'named-colors':
      return `\x1b]21${query.colors.map(namedColor).join('')}${terminator(query)}`
    case 'cursor-support': return '\x1b[>1;2;3;29;30;40;100;101 q'
    case 'extra-cursors':
      return `\x1b[>${['100', ...query.cursors.map(extraCursor)].join(';')} q`
    case 'extra-cursor-colors':
      return `\x1b[>101;30:${cursorColor(query.text)};40:${cursorColor(query.cursor)} q`
    case 'saved-colors': return `\x1b[?${query.count};${query.count}#Q`
    case 'pointer-shapes': return `\x1b]22;${query.values.join(',')}${terminator(query)}`
    case 'modify-other-keys': return `\x1b[>4;${query.value}m`
    case 'program-status': return `\x1b]7501;?${terminator(query)}`
    case 'notification-support':
    case 'notifications-shown':
    case 'notification-activated':
    case 'notification-closed': return notification(query)
    default: return unreachable(query)
  }
}

/** Features of OSC 99, in the order of kitty. */
const notificationSupport = [
  'a=focus,report',
  'o=always,unfocused,invisible',
  'u=0,1,2',
  'p=title,body,?,close,icon,alive,buttons',
  'c=1',
  'w=1',
  's=system,silent,error,info,question,warn,warning',
].join(':')

/** Queries need an identifier. A notification without one is reported as 0. */
function notification(
  query: Extract<Answerable, { readonly kind: `notification${string}` }>,
): string | null {
  const id = query.id ?? ('terminator' in query ? '' : '0')
  if (!isNotificationId(id)) return null
  // biome-ignore format: a table, read by its columns
  switch (query.kind) {
    case 'notification-support':
      return `\x1b]99;i=${id}:p=?;${notificationSupport}${terminator(query)}`
    case 'notifications-shown':
      return `\x1b]99;i=${id}:p=alive;${shown(query.ids)}${terminator(query)}`
    case 'notification-activated':
      return `\x1b]99;i=${id};${query.button === 0 ? '' : query.button}\x1b\\`
    case 'notification-closed': return `\x1b]99;i=${id}:p=close;\x1b\\`
    default: return unreachable(query)
  }
}

/** A name without a digit could be the name of a common command. */
function shown(ids: readonly string[]): string {
  return ids.filter((id) => isNotificationId(id) && /[0-9]/.test(id)).join(',')
}

/** Reports of devices that do not exist, as DEC's terminals without them send. */
const deviceReplies: Readonly<Record<DeviceRequest, string>> = {
  15: '\x1b[?13n', // no printer
  25: '\x1b[?21n', // user-defined keys are locked
  26: '\x1b[?27;0n', // the language of the keyboard is unknown
  53: '\x1b[?50n', // no locator
  55: '\x1b[?50n', // no locator
  56: '\x1b[?57;0n', // the type of the locator is unknown
  62: '\x1b[0*{', // no space for macros
  75: '\x1b[?70n', // no errors on the line
  85: '\x1b[?83n', // no multiple sessions
}

type CursorColors = Extract<Answerable, { readonly kind: 'extra-cursor-colors' }>
type ShownCursor = Extract<Answerable, { readonly kind: 'extra-cursors' }>['cursors'][number]

function extraCursor({ y, x, shape }: ShownCursor): string {
  return `${shape}:2:${y + 1}:${x + 1}`
}

function cursorColor(color: CursorColors['text']): string {
  if (color === 'unset') return '0'
  if (color === 'special') return '1'
  if (typeof color === 'number') return `5:${color}`
  return ['2', color.rgb >> 16, (color.rgb >> 8) & 0xff, color.rgb & 0xff].join(':')
}

function parameters(values: readonly (readonly number[])[]): string {
  return values.map((one) => one.join(':')).join(';')
}

const outcomes = {
  OK: 'OK',
  EINVAL: 'EINVAL:not understood',
  ENOENT: 'ENOENT:no such picture',
  ENOSPC: 'ENOSPC:no room',
  EFBIG: 'EFBIG:too large',
  EBADF: 'EBADF:may not be read',
  ENOPARENT: 'ENOPARENT:no such parent',
  ETOODEEP: 'ETOODEEP:too many parents',
  ECYCLE: 'ECYCLE:its own ancestor',
} as const

function graphics(answer: Extract<Answerable, { readonly kind: 'graphics' }>): string {
  const { id, number, placement, frame = 0, outcome } = answer
  const keys = [
    ...(id > 0 ? [`i=${id}`] : []),
    ...(number > 0 ? [`I=${number}`] : []),
    ...(placement > 0 ? [`p=${placement}`] : []),
    ...(frame > 0 ? [`r=${frame}`] : []),
  ]
  return `\x1b_G${keys.join(',')};${outcomes[outcome]}\x1b\\`
}

/** Returns only names of the known list. */
function capability(name: CapabilityName | null, facts: ReplyFacts): string {
  const value = name === null ? undefined : valueOf(name, facts)
  if (name === null || value === undefined) return '\x1bP0+r\x1b\\'
  return `\x1bP1+r${hex(name)}${value === null ? '' : `=${hex(value)}`}\x1b\\`
}

function valueOf(name: CapabilityName, facts: ReplyFacts): string | null | undefined {
  switch (name) {
    case 'TN':
    case 'name':
      return facts.term
    case 'Ms':
      return facts.clipboardWrite ? clipboardWrite : undefined
    default:
      return capabilities[name]
  }
}

/** Returns X11's form with 16 bits per channel: ff becomes ffff. */
function colour(channels: readonly [number, number, number]): string {
  return (
    'rgb:' +
    `${channels.map((channel) => channel.toString(16).padStart(2, '0').repeat(2)).join('/')}`
  )
}

/** Returns the form of kitty, with 8 bits per channel. */
function namedColor([key, channels]: NamedColor): string {
  const value = channels?.map((one) => one.toString(16).padStart(2, '0')).join('/')
  return `;${key}=${value === undefined ? '' : `rgb:${value}`}`
}

function terminator(query: { readonly terminator: 'bel' | 'st' }): string {
  return query.terminator === 'bel' ? '\x07' : '\x1b\\'
}

type NamedColor = Extract<Answerable, { readonly kind: 'named-colors' }>['colors'][number]

/** Limits the replies of one tab. Reports of changes have a share of their own. */
export class ReplyRate {
  readonly #replies: TokenBucket
  readonly #bytes: TokenBucket
  readonly #changes: TokenBucket
  /** Number of dropped replies. */
  dropped = 0

  constructor(now: Millis) {
    this.#replies = new TokenBucket(now, repliesPerSecond, repliesMax)
    this.#bytes = new TokenBucket(now, replyBytesPerSecond)
    this.#changes = new TokenBucket(now, changesPerSecond)
  }

  /** Returns whether a reply may be sent while `waitingBytes` wait for the pty. */
  admit(bytes: number, waitingBytes: number, now: Millis, isChange = false): boolean {
    const admitted = isChange
      ? waitingBytes <= unreadReplyBytesMax + unreadChangeBytes && this.#changes.admit(1, now)
      : waitingBytes <= unreadReplyBytesMax &&
        this.#bytes.holds(bytes, now) &&
        this.#replies.admit(1, now) &&
        this.#bytes.spend(bytes, now)
    if (!admitted) this.dropped += 1
    return admitted
  }
}
