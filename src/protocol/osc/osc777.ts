/** OSC 777: a notification, Warp's agent JSON, or an OSC 1338 frame in a carrier. */
import { parse1338Body, type Frame } from './osc1338.ts'
import { ok, type Result } from '../result.ts'
import { parseWarp, type WarpEvent } from './warp.ts'

export type Message777 =
  | { readonly frame: Frame }
  | { readonly warp: WarpEvent }
  /** Never a state. `body` is '' if absent. */
  | { readonly notify: { readonly title: string; readonly body: string } }

/** Prefixes with their own limits (`MAX_FRAME_LEN`, `warpBytesMax`), for scanners. */
export const carrierStart = 'osc1338;'
export const warpStart = 'notify;warp://cli-agent;'

const notifyStart = 'notify;'

/** Parses the payload after `777;`. `null` for other extensions and empty notifications. */
export function parse777(body: string): Result<Message777> | null {
  if (body.startsWith(carrierStart) || body === carrierStart.slice(0, -1)) {
    const frame = parse1338Body(body.slice(carrierStart.length))
    return frame.ok ? ok({ frame: frame.value }) : frame
  }
  if (body.startsWith(warpStart) || body === warpStart.slice(0, -1)) {
    const warp = parseWarp(body.slice(warpStart.length))
    return warp.ok ? ok({ warp: warp.value }) : warp
  }
  if (!body.startsWith(notifyStart)) return null
  const split = body.indexOf(';', notifyStart.length)
  const title = body.slice(notifyStart.length, split === -1 ? body.length : split)
  const text = split === -1 ? '' : body.slice(split + 1)
  return title === '' && text === '' ? null : ok({ notify: { title, body: text } })
}

/** Returns the payload after `777;`, or `null` if the title would not survive parsing. */
export function format777(title: string, body: string): string | null {
  const written = `${notifyStart}${title};${body}`
  const read = parse777(written)
  return read?.ok === true && 'notify' in read.value && read.value.notify.title === title
    ? written
    : null
}
