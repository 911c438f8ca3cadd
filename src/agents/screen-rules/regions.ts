/**
 * The parts of a screen that rules name (docs/screen-rules.md), each cut out once for all
 * rules that look at it.
 */
import { regionName } from '../rules/explain.ts'
import { unreachable } from '../../base/assert.ts'
import { regionText, type ScreenRegion, type RegionText } from '../rules/rules.ts'

/** A row that holds only U+2500, three or more: agents draw their input box with two of them. */
const rule = /^─{3,}$/u

/**
 * Gives each region's text; null for those that are no part of the screen. `rows`: from the top,
 * right-trimmed, as rules see them.
 */
export function regionsOf(rows: readonly string[]): (region: ScreenRegion) => RegionText | null {
  const made = new Map<string, RegionText>()
  return (region) => {
    const key = regionName(region)
    let text = made.get(key)
    if (text === undefined) {
      const cut = regionRows(rows, region)
      if (cut === null) return null
      made.set(key, (text = regionText(cut)))
    }
    return text
  }
}

function regionRows(rows: readonly string[], region: ScreenRegion): readonly string[] | null {
  switch (region.of) {
    case 'screen':
      return rows
    case 'bottom':
      return filled(rows.toReversed(), region.rows).toReversed()
    case 'top':
      return filled(rows, region.rows)
    case 'after_last_rule': {
      const last = rows.findLastIndex((row) => rule.test(row))
      return last === -1 ? [] : rows.slice(last + 1)
    }
    case 'prompt_box': {
      const last = rows.findLastIndex((row) => rule.test(row))
      const above = rows.findLastIndex((row, at) => at < last && rule.test(row))
      return above === -1 ? [] : rows.slice(above + 1, last)
    }
    case 'title':
    case 'progress':
      return null
    default:
      return unreachable(region)
  }
}

/** The first `most` that are not blank. */
function filled(rows: readonly string[], most: number): readonly string[] {
  const kept: string[] = []
  for (const row of rows) {
    if (row === '') continue
    if (kept.push(row) === most) break
  }
  return kept
}
