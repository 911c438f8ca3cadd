/** kitty's multiple cursors: `CSI > ... SP q` sets, colors, removes and queries extra cursors. */
import type { CursorColor, CursorShape } from '../screen/cursors/extra-cursors.ts'
import { clampToOrigin } from '../screen/scroll.ts'
import type { Screen } from '../screen/screen.ts'
import type { Parameters } from './parameters.ts'

const shapes: readonly CursorShape[] = [1, 2, 3, 29]

/** The first parameter is a shape, 30 or 40 for a color, or the number of a query. */
export function controlCursors(screen: Screen, parameters: Parameters): void {
  const { extraCursors, events } = screen
  const what = parameters.value(0)
  const count = parameters.count - (parameters.endsEmpty ? 1 : 0)
  if (count === 0) events.asked({ kind: 'cursor-support' })
  else if (count === 1 && what === 100)
    events.asked({
      kind: 'extra-cursors',
      count: extraCursors.count,
      get cursors() {
        return extraCursors.list
      },
    })
  else if (count === 1 && what === 101)
    events.asked({ kind: 'extra-cursor-colors', ...extraCursors.colors })
  for (let group = 1; group < count; group += 1)
    if (what === 30 || what === 40) setColor(screen, what, valuesOf(parameters, group))
    else {
      const shape = shapes.find((one) => one === what)
      if (what === 0 || shape !== undefined)
        setCells(screen, shape ?? null, valuesOf(parameters, group))
    }
}

/** Returns a parameter and its subparameters. */
function valuesOf(parameters: Parameters, index: number): readonly number[] {
  const subs = Array.from({ length: parameters.subCount(index) }, (_, sub) =>
    parameters.subValue(index, sub),
  )
  return [parameters.value(index), ...subs]
}

/** 0 is the main cursor's cell, 2 pairs of row and column, 4 rectangles or the screen. */
function setCells(
  screen: Screen,
  shape: CursorShape | null,
  [type, ...places]: readonly number[],
): void {
  const { cols, rows, extraCursors } = screen
  const set = (top: number, left: number, bottom: number, right: number) => {
    if (top < 1 || left < 1) return
    const area = { top: top - 1, left: left - 1 }
    const last = { bottom: Math.min(bottom, rows) - 1, right: Math.min(right, cols) - 1 }
    extraCursors.set({ ...area, ...last }, shape)
  }
  if (type === 0) {
    clampToOrigin(screen)
    set(screen.y + 1, screen.x + 1, screen.y + 1, screen.x + 1)
  } else if (type === 2)
    for (let at = 0; at + 1 < places.length; at += 2) {
      const [y = 0, x = 0] = places.slice(at)
      if (y <= rows && x <= cols) set(y, x, y, x)
    }
  else if (type === 4 && places.length === 0) set(1, 1, rows, cols)
  else if (type === 4)
    for (let at = 0; at + 3 < places.length; at += 4) {
      const [top = 0, left = 0, bottom = 0, right = 0] = places.slice(at)
      set(top, left, bottom, right)
    }
}

function setColor({ extraCursors }: Screen, which: 30 | 40, values: readonly number[]): void {
  const color = colorOfValues(values)
  if (color !== null) extraCursors.setColors({ [which === 30 ? 'text' : 'cursor']: color })
}

/** Returns `null` for another color space, or too few values. */
function colorOfValues([space, ...values]: readonly number[]): CursorColor | null {
  const [red = -1, green = -1, blue = -1] = values
  if (space === 0) return 'unset'
  if (space === 1) return 'special'
  if (space === 5) return isByte(red) ? red : null
  const isRgb = space === 2 && [red, green, blue].every(isByte)
  return isRgb ? { rgb: (red << 16) | (green << 8) | blue } : null
}

const isByte = (value: number): boolean => value >= 0 && value <= 255
