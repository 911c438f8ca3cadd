/** Regions of a screen (docs/reference/screen-rules.md), each computed once for all rules. */
import { regionName } from '../rules/explain.ts'
import { unreachable } from '../../base/assert.ts'
import { regionText, type ScreenRegion, type RegionText } from '../rules/rules.ts'

/** A row of three or more U+2500 only. Agents draw their input box with two of them. */
const rule = /^─{3,}$/u

/** Returns the text of regions of rows from `asRulesSee`; `null` outside the screen. */
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
  // biome-ignore format: a table, read by its columns
  switch (region.of) {
    case 'screen': return rows
    case 'bottom': return filled(rows.toReversed(), region.rows).toReversed()
    case 'top': return filled(rows, region.rows)
    case 'after_last_rule': {
      const last = rows.findLastIndex((row) => rule.test(row))
      return last === -1 ? [] : rows.slice(last + 1)
    }
    case 'prompt_box': {
      const last = rows.findLastIndex((row) => rule.test(row))
      const above = rows.findLastIndex((row, at) => at < last && rule.test(row))
      return above === -1 ? [] : rows.slice(above + 1, last)
    }
    case 'title': case 'progress': return null
    default: return unreachable(region)
  }
}

function filled(rows: readonly string[], most: number): readonly string[] {
  const kept: string[] = []
  for (const row of rows) {
    if (row === '') continue
    if (kept.push(row) === most) break
  }
  return kept
}
