/**
 * MessagePack shape of snapshots and deltas: arrays instead of objects, one string per span, a
 * table of styles. Reading returns an untrusted value in the JSON shape, which the guards of
 * schema.ts validate.
 *
 *   message  [version, kind, fields..., styles, cut if set]
 *   span     [y, x, flags, text, runs, exceptions]; flags: 1 continues, 2 whether that is present,
 *            4 marks are present, marks << 3
 *   text     one code point per cell; NUL for a blank, or for a cell of several code points
 *   runs     [count, style, ...], absent if all are the default, style 0
 *   exceptions [cell, count, width, text or nil, ...]: wide cells, and cells of several code points
 */
import { canonical } from './canonical.ts'
import { headKeys, joinedCells, type Delta } from './delta.ts'
import { plainPen, samePen } from './snapshot.ts'
import type { Cell, Color, OtherScreen, Snapshot, Span } from './snapshot.ts'

export type Packed = null | boolean | number | string | Packed[] | { [key: string]: Packed }

const snapshotKind = 0
const deltaKind = 1

export function toPacked(value: Snapshot | Delta, alive: () => void = () => undefined): Packed {
  const styles = new Styles()
  if ('from' in value) {
    const rows = value.rows.map((span) => packSpan(span, styles))
    const head: Packed[] = []
    for (const [index, key] of headKeys.entries()) {
      const part = value[key]
      if (part !== undefined) head.push(index, packPart(key, part, styles))
    }
    const scroll: Packed =
      value.scroll === undefined ? null : [value.scroll.top, value.scroll.bottom, value.scroll.by]
    return [
      1,
      deltaKind,
      value.epoch,
      value.from,
      value.rev,
      value.at,
      scroll,
      rows,
      head,
      (value.links ?? null) as Packed,
      styles.table,
    ]
  }
  const spans = (given: readonly Span[]) =>
    given.map((span) => {
      alive()
      return packSpan(span, styles)
    })
  return packSnapshot(
    value,
    spans(value.lines),
    value.scrollback === undefined
      ? null
      : () => [value.scrollback!.rows, spans(value.scrollback!.lines)],
    styles,
  )
}

/** `scrollback` is called last, because styles are numbered in order of use. */
export function packSnapshot(
  value: Omit<Snapshot, 'lines' | 'scrollback' | 'links'> & {
    readonly links: Snapshot['links'] | (() => Snapshot['links'])
  },
  lines: Packed[],
  scrollback: (() => Packed) | null,
  styles: Styles,
): Packed {
  const head = headKeys.map((key) =>
    value[key] === undefined ? null : packPart(key, value[key], styles),
  )
  const history = scrollback === null ? null : scrollback()
  const links = typeof value.links === 'function' ? value.links() : value.links
  return [
    1,
    snapshotKind,
    value.epoch,
    value.rev,
    value.at,
    value.cols,
    value.rows,
    value.screen === 'grid' ? 1 : 0,
    lines,
    head,
    links,
    history,
    styles.table,
    ...(value.cut === undefined ? [] : [value.cut]),
  ]
}

/** Returns a value in the JSON shape, not validated; `null` if `packed` has another shape. */
export function fromPacked(packed: unknown): unknown {
  if (!Array.isArray(packed)) return null
  const [v, kind] = packed as unknown[]
  try {
    return v !== 1
      ? { v }
      : kind === deltaKind
        ? unpackDelta(packed)
        : kind === snapshotKind
          ? unpackSnapshot(packed)
          : null
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}

class Malformed extends Error {}

function unpackSnapshot(packed: unknown[]): unknown {
  const [, , epoch, rev, at, cols, rows, screen, lines, head, links, scrollback, table, cut] =
    packed
  const styles = unpackStyles(table)
  const parts = list(head)
  const fields: Record<string, unknown> = {}
  for (const [index, key] of headKeys.entries())
    if (index < parts.length && parts[index] !== null)
      fields[key] = unpackPart(key, parts[index], styles)
  return {
    v: 1,
    epoch,
    rev,
    at,
    cols,
    rows,
    screen: screen === 1 ? 'grid' : screen === 0 ? 'stream' : screen,
    ...fields,
    links,
    lines: list(lines).map((one) => unpackSpan(one, styles)),
    ...(scrollback === null
      ? {}
      : {
          scrollback: {
            rows: list(scrollback)[0],
            lines: list(list(scrollback)[1]).map((one) => unpackSpan(one, styles)),
          },
        }),
    ...(cut === undefined ? {} : { cut }),
  }
}

function unpackDelta(packed: unknown[]): unknown {
  const [, , epoch, from, rev, at, scroll, rows, head, links, table] = packed
  const styles = unpackStyles(table)
  const parts = list(head)
  const fields: Record<string, unknown> = {}
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const key = headKeys[Number(parts[index])]
    if (key !== undefined) fields[key] = unpackPart(key, parts[index + 1], styles)
  }
  const [top, bottom, by] = scroll === null ? [] : list(scroll)
  return {
    v: 1,
    epoch,
    from,
    rev,
    at,
    ...(scroll === null ? {} : { scroll: { top, bottom, by } }),
    rows: list(rows).map((one) => unpackSpan(one, styles)),
    ...fields,
    ...(links === null ? {} : { links }),
  }
}

const cursorStyles = ['default', 'block', 'underline', 'bar'] as const

/** Fields that change often or are long have their own shape; others are unchanged. */
function packPart(key: (typeof headKeys)[number], part: unknown, styles: Styles): Packed {
  if (part === null) return null
  if (key === 'cursor') {
    const {
      row,
      col,
      visible = true,
      style = 'default',
      blink = false,
      pending = false,
      joins = 0,
    } = part as Snapshot['cursor']
    return [
      row,
      col,
      (visible ? 1 : 0) |
        (blink ? 2 : 0) |
        (pending ? 4 : 0) |
        (cursorStyles.indexOf(style) << 3) |
        (joins << 5),
    ]
  }
  if (key === 'tabs') return packTabs(part as number[])
  if (key === 'other')
    return canonical({
      ...(part as OtherScreen),
      lines: (part as OtherScreen).lines.map((span) => packSpan(span, styles)),
    }) as unknown as Packed
  return typeof part === 'object' ? (canonical(part) as Packed) : (part as Packed)
}

function unpackPart(
  key: (typeof headKeys)[number],
  part: unknown,
  styles: readonly Cell[],
): unknown {
  if (part === null) return null
  if (key === 'cursor') {
    const [row, col, flags] = list(part)
    const bits = number(flags)
    const style = cursorStyles[(bits >> 3) & 3]
    return {
      row,
      col,
      ...((bits & 1) !== 0 ? {} : { visible: false }),
      ...(style === 'default' ? {} : { style }),
      ...((bits & 2) !== 0 ? { blink: true } : {}),
      ...((bits & 4) !== 0 ? { pending: true } : {}),
      ...(bits >> 5 === 0 ? {} : { joins: bits >> 5 }),
    }
  }
  if (key === 'tabs') return unpackTabs(part)
  if (key === 'other') {
    if (typeof part !== 'object') throw new Malformed()
    return {
      ...part,
      lines: list((part as Record<string, unknown>)['lines']).map((one) => unpackSpan(one, styles)),
    }
  }
  return part
}

/** Returns runs of equal distance: [first, distance, count, ...]. */
function packTabs(tabs: readonly number[]): number[] {
  const packed: number[] = []
  for (let at = 0; at < tabs.length; ) {
    const step = (tabs[at + 1] ?? tabs[at]!) - tabs[at]!
    let count = 1
    while (at + count < tabs.length && tabs[at + count]! - tabs[at + count - 1]! === step)
      count += 1
    packed.push(tabs[at]!, step, count)
    at += count
  }
  return packed
}

function unpackTabs(packed: unknown): number[] {
  const parts = list(packed).map(number)
  const tabs: number[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    for (let index = 0; index < parts[at + 2]!; index += 1) {
      if (tabs.length >= 1_000) throw new Malformed()
      tabs.push(parts[at]! + index * parts[at + 1]!)
    }
  }
  return tabs
}

/** Styles of a message by number; 0 is the default. */
export class Styles {
  readonly table: Packed[] = []
  readonly #numbers = new Map<string, number>()
  /** Styles with only a text color, by color: text in thousands of colors needs only these. */
  readonly #bare = new Map<number, number>()
  readonly #bareNames = new Map<Color, number>()
  #last: Cell | null = null
  #lastNumber = 0

  numberOf(cell: Cell): number {
    const { a, fg, bg, ul, l, s } = cell
    if (samePen(cell, plainPen)) return 0
    if (this.#last !== null && samePen(this.#last, cell)) return this.#lastNumber
    const bare = a === undefined && (bg ?? ul ?? l ?? s) === undefined ? fg : undefined
    this.#last = cell
    return (this.#lastNumber = bare === undefined ? this.#whole(cell) : this.#named(bare))
  }

  /** Returns the number of the style with only this text color. */
  numberOfColor(color: number): number {
    let found = this.#bare.get(color)
    if (found === undefined) {
      found = this.table.push([0, color])
      this.#bare.set(color, found)
    }
    return found
  }

  #named(color: Color): number {
    let found = this.#bareNames.get(color)
    if (found === undefined)
      // it is a color
      this.#bareNames.set(color, (found = this.numberOfColor(packColor(color) ?? 0)))
    return found
  }

  #whole({ a, fg, bg, ul, l, s }: Cell): number {
    const key = `${a ?? ''},${fg ?? ''},${bg ?? ''},${ul ?? ''},${l ?? ''},${s ?? ''}`
    let found = this.#numbers.get(key)
    if (found !== undefined) return found
    const colors = [packColor(fg), packColor(bg), packColor(ul)]
    const style: Packed[] = [a ?? 0, ...colors, l ?? 0, s ?? 0]
    while (style.length > 4 && style.at(-1) === 0) style.pop()
    while (style.length > 1 && style.length <= 4 && style.at(-1) === null) style.pop()
    found = this.table.push(style)
    this.#numbers.set(key, found)
    return found
  }
}

function packColor(color: Color | undefined): number | null {
  return color === undefined
    ? null
    : typeof color === 'number'
      ? color
      : 0x1000000 + Number.parseInt(color.slice(1), 16)
}

function unpackColor(color: unknown): Color | undefined {
  if (color === null || color === undefined) return undefined
  const value = number(color)
  return value < 0x1000000 ? value : `#${(value - 0x1000000).toString(16).padStart(6, '0')}`
}

function unpackStyles(table: unknown): Cell[] {
  return list(table).map((one) => {
    const [a, fg, bg, ul, l, s] = list(one)
    const style: Record<string, unknown> = {}
    if (a !== 0) style['a'] = a
    for (const [key, value] of [
      ['fg', fg],
      ['bg', bg],
      ['ul', ul],
    ] as const) {
      const color = unpackColor(value)
      if (color !== undefined) style[key] = color
    }
    if (l !== undefined && l !== 0) style['l'] = l
    if (s !== undefined && s !== 0) style['s'] = s
    return style as Cell // validated with the rest
  })
}

export function packSpan({ y, x, wr, pm, cells }: Span, styles: Styles): Packed[] {
  let text = ''
  const runs: number[] = []
  const exceptions: Packed[] = []
  let index = 0
  let style = 0
  let length = 0
  for (const cell of cells) {
    const { c, w, n = 1 } = cell
    const number = styles.numberOf(cell)
    if (number !== style && length > 0) {
      runs.push(length, style)
      length = 0
    }
    style = number
    length += n
    const several =
      c !== undefined && c.length > 1 && c.length > (c.codePointAt(0)! > 0xffff ? 2 : 1)
    const shown = c === undefined || several ? '\0' : c
    text += n === 1 ? shown : shown.repeat(n)
    if (several) exceptions.push(index, n, w ?? 1, c)
    else if (w === 2) {
      const at = exceptions.length - 4
      if (
        at >= 0 &&
        exceptions[at + 3] === null &&
        (exceptions[at] as number) + (exceptions[at + 1] as number) === index
      )
        exceptions[at + 1] = (exceptions[at + 1] as number) + n
      else exceptions.push(index, n, 2, null)
    }
    index += n
  }
  if (style !== 0 || runs.length > 0) runs.push(length, style)
  const packed: Packed[] = [
    y,
    x,
    (wr === 1 ? 1 : 0) | (wr === undefined ? 0 : 2) | (pm === undefined ? 0 : 4 | (pm << 3)),
    text,
    runs,
    exceptions,
  ]
  if (exceptions.length === 0) packed.pop()
  if (exceptions.length === 0 && runs.length === 0) packed.pop()
  return packed
}

function unpackSpan(packed: unknown, styles: readonly Cell[]): unknown {
  const [y, x, flagBits, text, runs = [], exceptions = []] = list(packed)
  const flags = number(flagBits)
  if (typeof text !== 'string' || text.length > 4_000) throw new Malformed()
  const codes = [...text]
  const flat: Cell[] = codes.map((character) => (character === '\0' ? {} : { c: character }))
  const odd = list(exceptions)
  for (let at = 0; at + 3 < odd.length; at += 4) {
    const from = number(odd[at])
    const to = Math.min(flat.length, from + number(odd[at + 1]))
    for (let index = Math.max(0, from); index < to; index += 1) {
      const cell = flat[index]!
      if (odd[at + 3] !== null) cell.c = odd[at + 3] as string // validated with the rest
      if (odd[at + 2] === 2) cell.w = 2
    }
  }
  const parts = list(runs).map(number)
  for (let at = 0, index = 0; at + 1 < parts.length; at += 2) {
    const style = styles[parts[at + 1]! - 1]
    for (let left = Math.min(parts[at]!, flat.length - index); left > 0; left -= 1, index += 1) {
      if (style === undefined) continue
      const { c, w } = flat[index]!
      flat[index] = {
        ...(c === undefined ? {} : { c }),
        ...(w === undefined ? {} : { w }),
        ...style,
      }
    }
  }
  return {
    y,
    x,
    ...((flags & 2) !== 0 ? { wr: flags & 1 } : {}),
    ...((flags & 4) !== 0 ? { pm: flags >> 3 } : {}),
    cells: joinedCells(flat),
  }
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length > 1_100_000) throw new Malformed()
  return value
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new Malformed()
  return value
}
