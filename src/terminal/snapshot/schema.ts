/** Guards of snapshots and deltas from outside. Their order of keys makes results canonical. */
import { z } from 'zod'
import {
  colsMax,
  colsMin,
  extraCursorsMax,
  historyLinesMax,
  cellLinkBytesMax,
  linkIdBytesMax,
  linksMax,
  parameterMax,
  rowsMax,
  rowsMin,
} from '../limits.ts'
import { sizingMax } from '../screen/sized/sizing.ts'
import { placementsMax, pictureSideMax } from '../images/limits.ts'
import { conformanceLevels, defaultModes, type ModeFlag } from '../../base/sequences/modes.ts'
import { isPointerShape } from '../../base/sequences/pointer-shapes.ts'
import type { Delta } from './delta.ts'
import type { Snapshot } from './snapshot.ts'

const whole = (least: number, most: number) => z.int().min(least).max(most)
const counter = whole(0, Number.MAX_SAFE_INTEGER)
const column = whole(0, colsMax - 1)
const row = whole(0, rowsMax - 1)
const hex = z.string().regex(/^#[0-9a-f]{6}$/)
const color = z.union([whole(0, 255), hex])
/** Images may start outside the screen only as far as they can still reach into it. */
const offsetMax = 1_000
/** Up to 16 code points. */
const cellText = z.string().min(1).max(64)

const style = {
  a: whole(1, 0x7fff).exactOptional(),
  fg: color.exactOptional(),
  bg: color.exactOptional(),
  ul: color.exactOptional(),
  l: whole(1, parameterMax).exactOptional(),
  s: whole(1, sizingMax).exactOptional(),
}
const cell = z.object({
  c: cellText.exactOptional(),
  w: z.literal(2).exactOptional(),
  ...style,
  n: whole(2, colsMax).exactOptional(),
})
const pen = z.object(style)
const span = (rows: number) =>
  z.object({
    y: whole(0, rows - 1),
    x: column,
    wr: z.union([z.literal(0), z.literal(1)]).exactOptional(),
    pm: whole(0, 1_023).exactOptional(),
    cells: z.array(cell).max(colsMax),
  })
const lines = z.array(span(rowsMax)).max(rowsMax * colsMax)

const margins = z.object({ top: row, bottom: row, left: column, right: column })
const charsets = z.array(z.string().length(1)).length(4)
const level = whole(0, 3)
const flag = z.boolean()
const initial = defaultModes()
const flags = Object.entries(initial).flatMap(([name, value]) =>
  typeof value === 'boolean' ? [[name, flag.default(value)] as const] : [],
)
/** Modes that an older build lacks have their initial value. */
const modes = z.object({
  ...(Object.fromEntries(flags) as Record<ModeFlag, z.ZodDefault<typeof flag>>),
  mouse: z.enum(['none', 'x10', 'vt200', 'drag', 'any']).default(initial.mouse),
  mouseEncoding: z.enum(['default', 'sgr', 'sgr-pixels', 'urxvt']).default(initial.mouseEncoding),
  modifyOtherKeys: z.literal([0, 1, 2]).default(initial.modifyOtherKeys),
  conformance: z.literal([0, ...conformanceLevels]).default(initial.conformance),
})
const keyboard = z.array(whole(0, 31)).max(64)
const pointers = z.array(z.string().refine(isPointerShape)).min(1).max(16)
const saved = z.object({ row, col: column, pending: flag, origin: flag, pen, charsets, level })
const other = z.object({
  cursor: z.object({ row, col: column }),
  margins,
  saved: saved.exactOptional(),
  keyboard,
  pointers: pointers.exactOptional(),
  fresh: z.literal(true).exactOptional(),
  lines,
})
const cursor = z.object({
  row,
  col: column,
  visible: z.literal(false).exactOptional(),
  style: z.enum(['block', 'underline', 'bar']).exactOptional(),
  blink: z.literal(true).exactOptional(),
  pending: z.literal(true).exactOptional(),
  joins: z.union([z.literal(1), z.literal(2)]).exactOptional(),
})
const single = z.union([z.literal(2), z.literal(3)])
const savedModes = z.array(z.tuple([whole(0, 9_999), flag])).max(64)
const colors = z.object({
  palette: z.array(z.tuple([whole(0, 255), hex])).max(256),
  fg: hex.exactOptional(),
  bg: hex.exactOptional(),
  cursor: hex.exactOptional(),
  special: z
    .array(z.tuple([whole(0, 4), hex]))
    .max(5)
    .exactOptional(),
  dynamic: z
    .array(z.tuple([whole(13, 19), hex]))
    .max(7)
    .exactOptional(),
})
const savedColors = z.array(colors).min(1).max(10)
const savedPens = z
  .array(z.object({ numbers: z.array(whole(0, 31)).max(11), pen }))
  .min(1)
  .max(10)
const cursors = z.object({
  cells: z.array(z.tuple([row, column, z.literal([1, 2, 3, 29])])).max(extraCursorsMax),
  fg: z.union([color, z.literal(-1)]).exactOptional(),
  bg: z.union([color, z.literal(-1)]).exactOptional(),
})
const links = z
  .array(
    z.tuple([
      whole(1, parameterMax),
      z.string().max(cellLinkBytesMax),
      z.string().max(linkIdBytesMax),
    ]),
  )
  .max(linksMax)
const format = z.enum(['rgba', 'png', 'jpeg', 'gif', 'webp'])
const place = z.int().min(-offsetMax).max(offsetMax)
const side = whole(1, pictureSideMax)
const images = z
  .array(
    z.object({
      cols: whole(1, 1_000),
      rows: whole(1, rowsMax),
      y: place,
      x: place,
      format,
      height: side,
      id: whole(1, 0xffff_ffff).exactOptional(),
      placement: whole(1, 0xffff_ffff).exactOptional(),
      width: side,
      z: z.int().min(-0x8000_0000).max(0x7fff_ffff).exactOptional(),
    }),
  )
  .max(placementsMax)
const title = z.string().max(2_048)
const titles = z.array(title).max(10)
const tabs = z.array(column).max(colsMax)
const baseY = whole(0, historyLinesMax)

export const snapshotSchema = z.object({
  v: z.literal(1),
  epoch: counter,
  rev: counter,
  at: counter,
  cols: whole(colsMin, colsMax),
  rows: whole(rowsMin, rowsMax),
  screen: z.enum(['stream', 'grid']),
  baseY,
  cursor,
  modes,
  keyboard,
  pointers: pointers.exactOptional(),
  title,
  titles,
  pen,
  charsets,
  level,
  single: single.exactOptional(),
  tabs,
  margins,
  saved: saved.exactOptional(),
  savedModes: savedModes.exactOptional(),
  colors,
  savedColors: savedColors.exactOptional(),
  savedPens: savedPens.exactOptional(),
  other: other.exactOptional(),
  cursors: cursors.exactOptional(),
  images: images.exactOptional(),
  links,
  lines,
  scrollback: z
    .object({ rows: baseY, lines: z.array(span(historyLinesMax)).max(historyLinesMax) })
    .exactOptional(),
  cut: z.literal(true).exactOptional(),
}) satisfies z.ZodType<Snapshot>

export const deltaSchema = z.object({
  v: z.literal(1),
  epoch: counter,
  from: counter,
  rev: counter,
  at: counter,
  scroll: z
    .object({ top: row, bottom: row, by: z.int().min(-rowsMax).max(rowsMax) })
    .exactOptional(),
  rows: lines,
  baseY: baseY.exactOptional(),
  cursor: cursor.exactOptional(),
  modes: modes.exactOptional(),
  keyboard: keyboard.exactOptional(),
  title: title.exactOptional(),
  titles: titles.exactOptional(),
  pen: pen.exactOptional(),
  charsets: charsets.exactOptional(),
  level: level.exactOptional(),
  tabs: tabs.exactOptional(),
  margins: margins.exactOptional(),
  single: single.nullable().exactOptional(),
  pointers: pointers.nullable().exactOptional(),
  saved: saved.nullable().exactOptional(),
  savedModes: savedModes.nullable().exactOptional(),
  colors: colors.exactOptional(),
  savedColors: savedColors.nullable().exactOptional(),
  savedPens: savedPens.nullable().exactOptional(),
  other: other.nullable().exactOptional(),
  cursors: cursors.nullable().exactOptional(),
  images: images.nullable().exactOptional(),
  links: links.exactOptional(),
}) satisfies z.ZodType<Delta>
