/**
 * Sets, resets and queries colors by name (OSC 21). Source:
 * https://sw.kovidgoyal.net/kitty/color-stack/. A name that is not known is not answered, because
 * its answer would repeat text of the program.
 */
import { colorKeys, type NamedColorKey } from '../../base/sequences/color-keys.ts'
import { colorFieldsMax } from '../limits.ts'
import type { Terminator } from '../replies/facts.ts'
import { parseColor } from '../screen/color.ts'
import { channels, paletteColor } from '../screen/queries.ts'
import type { Screen } from '../screen/screen.ts'
import { changeableColors } from './style-stacks.ts'

/** @param fields `key=color` sets, `key=` and `key` reset, `key=?` queries */
export function colorControl(screen: Screen, fields: string, terminator: Terminator): void {
  const found: [NamedColorKey | number, ReturnType<typeof channels> | null][] = []
  for (const field of fields.split(';', colorFieldsMax)) {
    const [name = '', value = ''] = field.split('=', 2)
    const key = keyNamed(name)
    if (key === undefined) continue
    if (value === '?') {
      const color = colorNamed(screen, key)
      found.push([key, color === null ? null : channels(color)])
    } else setColor(screen, key, value)
  }
  if (found.length > 0) screen.events.asked({ kind: 'named-colors', colors: found, terminator })
}

function keyNamed(name: string): NamedColorKey | number | undefined {
  if (/^(?:0|[1-9]\d{0,2})$/.test(name) && Number(name) < 256) return Number(name)
  return colorKeys.find((key) => key === name)
}

/** Returns `null` for a color without a value, such as that of selections. */
function colorNamed(screen: Screen, key: NamedColorKey | number): number | null {
  if (typeof key === 'number') return paletteColor(screen, key)
  return isOwn(key) ? (screen.colors[key] ?? screen.facts[key]) : null
}

/** A value that is not a color does nothing. */
function setColor(screen: Screen, key: NamedColorKey | number, value: string): void {
  const color = value === '' ? null : parseColor(value)
  if (color === undefined) return
  if (typeof key !== 'number' && !isOwn(key)) return
  const colors = changeableColors(screen)
  if (typeof key !== 'number') {
    colors[key] = color
  } else if (color === null) colors.palette.delete(key)
  else colors.palette.set(key, color)
  screen.fullStamp = screen.changes.stamp
}

/** Whether programs can set it; the window decides the others. */
function isOwn(key: NamedColorKey): key is 'foreground' | 'background' | 'cursor' {
  return key === 'foreground' || key === 'background' || key === 'cursor'
}
