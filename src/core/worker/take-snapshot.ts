/** Takes a snapshot of a terminal's screen and history in the requested format. */
import { unreachable } from '../../base/assert.ts'
import { joinBytes } from '../../base/objects/join-bytes.ts'
import { lastOutput } from '../../terminal/frames/output-range.ts'
import type { Prompts } from '../../terminal/frames/prompts.ts'
import { picturesEnd, picturesStart } from '../../terminal/images/kept-pictures.ts'
import type { Size } from '../../base/sizes/size.ts'
import {
  encode,
  screenToMessagePack,
  type MessagePackCodec,
} from '../../terminal/snapshot/encoding.ts'
import { snapshotOf, type Position, type Snapshot } from '../../terminal/snapshot/snapshot.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { screenToAnsi } from '../../terminal/snapshot/write/to-ansi.ts'
import { toHtml, toSvg } from '../../terminal/snapshot/write/to-html.ts'
import { rowsToText, screenToText } from '../../terminal/snapshot/write/to-text.ts'
import { fitting, type Fitting } from './fitting.ts'
import type { Form, SnapshotQuestion, Taken } from './messages.ts'
import { aroundBytesMax, goesOnAt, inJson, textSnapshot } from './text-snapshot.ts'

interface SnapshotSource {
  readonly terminal: Terminal
  readonly prompts: Prompts
  readonly codec: MessagePackCodec
  readonly epoch: number
  readonly rev: number
  /** Older output is missing. */
  readonly partial: boolean
  /** Called during long work. */
  readonly alive: () => void
}

/** Takes a snapshot without waiting; the caller handles `hold` and `viewer`. */
export function takeSnapshot(question: SnapshotQuestion, source: SnapshotSource): Taken {
  const { form, scrollback, bytesMax = Number.MAX_SAFE_INTEGER, output = false, wrap } = question
  const { terminal, codec, epoch, rev, partial, alive } = source
  const {
    at,
    cleanCut: cut,
    opener,
    screen: { cols, rows, primary },
  } = terminal
  const place = { epoch, rev, at }
  const wanted = Math.min(scrollback, primary.history?.count ?? 0)
  if (question.images !== undefined) {
    const taken = withImages(source, wanted, bytesMax, question.images)
    return { ...taken, ...place, cut, opener, partial }
  }
  const { payload } =
    wrap !== undefined && (form === 'text' || form === 'ansi')
      ? wrapped(source, form, wanted, bytesMax, { ...place, cols, rows }, wrap.ringStart)
      : form === 'ansi'
        ? asAnsi(source, wanted, bytesMax)
        : form === 'text' || form === 'styled'
          ? output
            ? ofLastOutput(source, bytesMax, form === 'styled')
            : asText(source, wanted, bytesMax, form === 'styled')
          : fitting(wanted, bytesMax, (count) => {
              const most = count === wanted ? scrollback : count
              if (form === 'msgpack')
                return screenToMessagePack(terminal.screen, place, codec, {
                  scrollback: most,
                  cut: count < wanted,
                  alive,
                })
              const snapshot = snapshotOf(terminal.screen, place, most, alive)
              return written(source, count === wanted ? snapshot : { ...snapshot, cut: true }, form)
            })
  return {
    payload,
    imagesTo: 0,
    ...place,
    cut,
    opener,
    partial,
  }
}

/** Adds images, so that a terminal can continue this one. */
function withImages(
  { terminal, alive }: SnapshotSource,
  scrollback: number,
  bytesMax: number,
  { textBytesMax, need }: NonNullable<SnapshotQuestion['images']>,
): Pick<Taken, 'payload' | 'imagesTo'> {
  const { imagesTo, screen } = terminal
  if (need === 'images' && imagesTo === 0) return { payload: new Uint8Array(0), imagesTo }
  const textMax = Math.min(bytesMax, textBytesMax)
  const { bytes } = screenToAnsi(screen, scrollback, { bytesMax: textMax, alive })
  const around = picturesStart.length + picturesEnd.length
  const images = terminal.images(bytesMax - bytes.length - around, 'relative')
  return {
    payload: joinBytes([picturesStart, bytes, images.bytes, picturesEnd]),
    imagesTo: images.isPending ? imagesTo : 0,
  }
}

/** Writes packed rows directly, for snapshots of 10,000 lines. */
function asAnsi(
  { terminal, alive }: SnapshotSource,
  scrollback: number,
  bytesMax: number,
  encode = utf8,
): Fitting {
  const { bytes, history } = screenToAnsi(terminal.screen, scrollback, { bytesMax, alive, encode })
  return { payload: bytes, history }
}

function asText(
  { terminal, alive }: SnapshotSource,
  scrollback: number,
  bytesMax: number,
  styled: boolean,
  encode = utf8,
): Fitting {
  return fitting(scrollback, bytesMax, (count) =>
    encode(screenToText(terminal.screen, count, alive, styled)),
  )
}

function ofLastOutput(
  { terminal: { screen }, prompts, alive }: SnapshotSource,
  bytesMax: number,
  styled: boolean,
): Fitting {
  const { x, y } = screen.isAlternate ? screen.primary : screen
  const dropped = screen.primary.history?.dropped ?? 0
  const cursor = { row: screen.firstRow + y, column: x }
  const range = lastOutput(prompts.commands(dropped), dropped, cursor, screen.cols)
  if (range === null) return { payload: utf8(''), history: 0 }
  return fitting(range.to - range.from + 1, bytesMax, (count) =>
    utf8(rowsToText(screen, { ...range, from: range.to - count + 1 }, styled, alive)),
  )
}

/** Returns the payload as a socket client gets it. */
function wrapped(
  source: SnapshotSource,
  format: 'text' | 'ansi',
  wanted: number,
  bytesMax: number,
  place: Position & Size,
  ringStart: number,
): Fitting {
  const { cleanCut: cut, opener } = source.terminal
  const { at, opened } =
    format === 'ansi'
      ? goesOnAt({ at: place.at, cut, opener }, ringStart)
      : { at: place.at, opened: '' }
  const room = bytesMax - aroundBytesMax
  const { payload, history } =
    format === 'ansi'
      ? asAnsi(source, wanted, room, inJson)
      : asText(source, wanted, room, false, inJson)
  return {
    payload: textSnapshot(
      { ...place, format, at, cut: history < wanted, partial: source.partial },
      payload,
      inJson(opened),
    ),
    history,
  }
}

function written(
  { codec, alive }: SnapshotSource,
  snapshot: Snapshot,
  form: Exclude<Form, 'ansi' | 'text' | 'styled' | 'msgpack'>,
): Uint8Array {
  switch (form) {
    case 'json':
      return encode(snapshot, form, codec, alive)
    case 'html':
      return utf8(toHtml(snapshot))
    case 'svg':
      return utf8(toSvg(snapshot))
    default:
      return unreachable(form)
  }
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
