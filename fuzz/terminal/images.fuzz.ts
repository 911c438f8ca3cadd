/**
 * Sends random image commands of the three protocols among text, moves, scrolls, erasing, both
 * screens and resizes. However the bytes are cut, the result is the same. Limits hold, placements
 * are on existing rows, and replies belong to the closed list. A page that has received all parts
 * has all data.
 */
import { deflateSync } from 'node:zlib'
import { joinBytes } from '../../src/base/objects/join-bytes.ts'
import type { PictureHost } from '../../src/terminal/images/host.ts'
import { settlePictures } from '../../src/terminal/images/place.ts'
import { screenToAnsi } from '../../src/terminal/snapshot/write/to-ansi.ts'
import { PictureParts, placedPictures } from '../../src/terminal/frames/pictures.ts'
import { decodeUpdate, decodePicture } from '../../src/terminal/frames/decode.ts'
import { FrameSource } from '../../src/terminal/frames/encode.ts'
import { reply } from '../../src/terminal/replies/replies.ts'
import { unknownFacts } from '../../src/terminal/replies/facts.ts'
import {
  chainMax,
  keptPicturesBytesMax,
  placementsMax,
  terminalBytesMax,
} from '../../src/terminal/images/limits.ts'
import { placementAncestors, positionOf } from '../../src/terminal/images/relative.ts'
import { png } from '../../src/host/desktop/png.ts'
import { pictureHost } from '../../src/host/shadow/pictures.ts'
import { Terminal } from '../../src/terminal/terminal.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from '../support/support.ts'

export const name = 'images'

const headBytes = 6

/** An answer to a command of kitty's, with the ids and numbers that it named. */
const answer = String.raw`\x1b_G[iI]=\d+(?:,I=\d+)?(?:,[pr]=\d+)*;(?:OK|E[A-Z]+:[a-z ]+)\x1b\\`
const answers = new RegExp(String.raw`^(?:${answer}|\x1b\[\?[\d;]+[cS])*$`)

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 60, 300)
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const size = { cols: choices.pick([10, 4, 20, 2]), rows: choices.pick([5, 3, 8, 1]) }
  const scrollback = choices.pick([10, 0, 3])
  const [cols, rows] = [2 + (choices.byte() % 20), 1 + (choices.byte() % 8)]
  const step = 1 + (choices.byte() % 9)
  const text = output(new Choices(input.subarray(headBytes)), input.length - headBytes)
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  const whole = shown({ ...size, scrollback }, bytes, bytes.length || 1)
  const cut = shown({ ...size, scrollback }, bytes, step)
  const about = `\n${size.cols}x${size.rows}, ${scrollback} lines, ${JSON.stringify(text)}`
  holds(whole.state === cut.state, `cut into ${step}: ${cut.state}, not ${whole.state}${about}`)
  holds(
    whole.reported === cut.reported && answers.test(cut.reported),
    `reported ${cut.reported}${about}`,
  )
  check(cut.terminal, about)
  const next = continued(cut.terminal, size, scrollback)
  check(next, `, continued${about}`)
  const [before, after] = [placesOf(cut.terminal), placesOf(next)]
  holds(before === after, `continued as ${after}, not ${before}${about}`)
  cut.terminal.resize(cols, rows)
  check(cut.terminal, `, resized to ${cols}x${rows}${about}`)
}

const facts = { ...unknownFacts, cell: { width: 4, height: 6 }, pictures: true }
const host: PictureHost = {
  ...pictureHost(),
  read: () => null,
  deflateLater: (bytes, done) => done(deflateSync(bytes)),
}

/** Returns a terminal that starts with a checkpoint of this one. */
function continued(
  terminal: Terminal,
  size: { readonly cols: number; readonly rows: number },
  scrollback: number,
): Terminal {
  const { bytes } = screenToAnsi(terminal.screen, scrollback)
  const images = terminal.images(keptPicturesBytesMax, 'relative')
  holds(images.bytes.length <= keptPicturesBytesMax, `${images.bytes.length} bytes`)
  const next = new Terminal({
    ...{ ...size, scrollback, facts, pictureHost: host, continuesTo: bytes.length + 4e6 },
    onQuery: (query) => holds(false, `asked ${query.kind}`),
  })
  next.write(joinBytes([bytes, images.bytes]))
  return next
}

/** Returns where which images are. Images that are being inflated are omitted. */
function placesOf({ screen }: Terminal): string {
  settlePictures(screen)
  const { placements } = screen.pictures
  const top = (alternate: boolean) => (alternate ? 0 : screen.firstRow)
  const places = placements
    .filter(({ picture }) => picture.data !== null)
    .map((one) => {
      const { root, row, column } = positionOf(one)
      const { picture, alternate, cols, rows, from, end, z, bound, virtual } = one
      const at = [row - (root.virtual ? 0 : top(root.alternate)), column, alternate]
      const image = [picture.id, picture.form, picture.width, picture.height]
      return [...at, ...image, one.id, cols, rows, from, end, z, bound, virtual].join(' ')
    })
  return places.toSorted().join('; ')
}

function shown(
  size: { readonly cols: number; readonly rows: number; readonly scrollback: number },
  bytes: Uint8Array,
  step: number,
): { readonly terminal: Terminal; readonly state: string; readonly reported: string } {
  let reported = ''
  const terminal = new Terminal({
    ...size,
    pictureHost: host,
    continuesTo: Number.POSITIVE_INFINITY,
    onQuery: (query) => {
      if (query.kind === 'output-query') return
      reported += reply(query, { version: '1.0', clipboardWrite: true }) ?? ''
    },
  })
  terminal.screen.facts = facts
  for (let at = 0; at < bytes.length; at += step) terminal.write(bytes.subarray(at, at + step))
  const frame = decodeUpdate(new FrameSource(terminal).next())
  const { x, y } = terminal.screen
  const { pictures } = terminal.screen.pictures
  const data = [...pictures.values()].map(({ serial, id, form, data: own }) => [
    ...[serial, id, form],
    own === null ? null : Buffer.from(own).toString('base64'),
  ])
  return { terminal, reported, state: JSON.stringify([x, y, frame.pictures, data]) }
}

function check(terminal: Terminal, about: string): void {
  const source = new FrameSource(terminal)
  const frame = decodeUpdate(source.next())
  const { screen } = terminal
  const { pictures } = screen
  holds(pictures.placements.length <= placementsMax, `too many placements${about}`)
  holds(pictures.bytes >= 0 && pictures.bytes <= terminalBytesMax, `${pictures.bytes} B${about}`)
  for (const one of frame.pictures ?? []) {
    const own = pictures.placements.find(({ serial }) => serial === one.serial)!
    holds(placementAncestors(own).length <= chainMax, `chain ${JSON.stringify(one)}${about}`)
    for (const up of placementAncestors(own))
      holds(pictures.placements.includes(up), `no parent ${JSON.stringify(one)}${about}`)
    holds(one.from < one.end && one.end <= one.rows, `rows ${JSON.stringify(one)}${about}`)
    holds(
      own.virtual || own.parent !== null || own.alternate || one.row + one.end > frame.dropped,
      `gone ${JSON.stringify(one)}${about}`,
    )
  }
  const parts = new PictureParts()
  parts.named(screen)
  const came = new Map<string, number>()
  for (let part = parts.next(); part !== null; part = parts.next()) {
    const { part: head, data } = decodePicture(part)
    const key = `${head.picture} ${head.frame}`
    holds(head.offset === (came.get(key) ?? 0), `part ${JSON.stringify(head)}${about}`)
    came.set(key, head.offset + data.length)
  }
  for (const one of placedPictures(screen)) {
    const { picture } = one
    const { data } = pictures.pictures.get(picture)!
    const { animation } = pictures.pictures.get(picture)!
    for (const { data: pixels } of animation?.frames ?? [])
      holds(pixels?.length === one.size[0] * one.size[1] * 4, `frame of ${picture}${about}`)
    holds(data === null || came.get(`${picture} 0`) === data.length, `data ${picture}${about}`)
  }
}

const strings: readonly ((next: () => number) => string)[] = [
  (next) => `\x1b_Ga=${'tTqpdfacx'[next() % 9]!},${keys(next)};${base64(next)}\x1b\\`,
  (next) => `\x1b_Ga=T,i=${1 + (next() % 4)},s=2,v=2,${keys(next)};AAAAAAAAAAAAAAAAAAAAAA==\x1b\\`,
  (next) => `\x1b_Ga=T,s=9,v=9,f=24,q=${next() % 3};${'A'.repeat(324)}\x1b\\`,
  (next) => `\x1b_Gi=${next() % 4},s=2,v=2,m=1;AAAAAAAA\x1b\\`,
  (next) => `\x1b_Gm=${next() % 2};AAAAAAAAAAAAAA==\x1b\\`,
  (next) => `\x1b_Ga=f,i=${1 + (next() % 4)},s=1,v=1,${keys(next)};AAAAAA==\x1b\\`,
  (next) => `\x1b_Ga=p,i=${1 + (next() % 4)},p=${next() % 4},P=${next() % 5},${keys(next)}\x1b\\`,
  (next) => `\x1b_Ga=c,i=${1 + (next() % 4)},r=${next() % 4},c=${next() % 4},${keys(next)}\x1b\\`,
  (next) =>
    `\x1b_Ga=${'Tf'[next() % 2]!},i=${1 + (next() % 4)},f=100,${keys(next)};${pngs(next)}\x1b\\`,
  (next) => `\x1b_Ga=d,d=${'aAiInNcCpPqQrRxXyYzZfF'[next() % 22]!},${keys(next)}\x1b\\`,
  (next) => `\x1bP;${next() % 3}q${sixels(next)}\x1b\\`,
  (next) => `\x1b_Va=${'tfapd'[next() % 5]!},f=${next() % 2 === 0 ? '100' : '24'},${kept(next)}`,
  (next) => `\x1b]1337;File=inline=1;width=${next() % 12}:R0lGODlhAwAFAAAAACwAAAAAAQABAAA=\x07`,
  (next) => `\x1b[${1 + (next() % 6)};${1 + (next() % 12)}H`,
  (next) => `\x1b[${1 + (next() % 3)};${3 + (next() % 4)}r`,
  (next) => '\r\n'.repeat(1 + (next() % 6)),
  (next) => `\x1b[${next() % 4}${'JKLMSTX@P'[next() % 9]!}`,
  (next) => `\x1b[?${['1049', '47', '80', '8452', '69', '6'][next() % 6]!}${'hl'[next() % 2]!}`,
  (next) => 'text that wraps '.slice(0, next() % 16),
  (next) => ['\x1bc', '\x1b[!p', '\x18', '\x1b', '\x1bM', '\x1b[r', '\x1b[c'][next() % 7]!,
  (next) => `\x1b[?${1 + (next() % 3)};${1 + (next() % 4)}S`,
]

function keys(next: () => number): string {
  const all = 'isvfmICcrzxywhXYUpqSOPQHV'
  return Array.from(
    { length: next() % 4 },
    () => `${all[next() % all.length]!}=${next() % 8 === 0 ? '4294967295' : (next() % 8) - 2}`,
  ).join(',')
}

/** A place or an image as checkpoints have them, with changed numbers. */
const kept = (next: () => number): string =>
  `s=2,v=2,i=${next() % 3},c=2,r=2,e=2,l=1,m=1,w=2000000,h=900000,${keys(next)};` +
  `${next() % 2 === 0 ? pngs(next) : ['AAAAAAAAAAAAAAAA', 'AA==', ''][next() % 3]!}\x1b\\`

const colours = Uint8Array.from({ length: 24 }, (_, at) => at * 10)

const base64 = (next: () => number): string => 'AAECAwQFBgc+/w=='.slice(0, next() % 17)

/** Whole, cut, or with a byte that is another one. */
function pngs(next: () => number): string {
  const bytes = png({ width: 1 + (next() % 3), height: 1 + (next() % 2), pixels: colours })
  const how = next() % 4
  if (how === 0) bytes[next() % bytes.length] = next()
  return Buffer.from(how === 1 ? bytes.subarray(0, next()) : bytes).toString('base64')
}

function sixels(next: () => number): string {
  const all = ['#1', '#2;2;100;0;0', '!9', '~', '@', '?', '$', '-', '"1;1;8;8', '!300~', 'N', ';']
  return Array.from({ length: next() % 12 }, () => all[next() % all.length]!).join('')
}

function output(choices: Choices, length: number): string {
  let text = ''
  const next = (): number => choices.byte()
  for (let part = 0; part < length / 3; part += 1) text += strings[next() % strings.length]!(next)
  return text
}
