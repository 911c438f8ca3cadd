/** Runs the user's quick-select patterns in a worker that can be stopped. */
import { quickFlags, type QuickPattern } from '../../../core/config/sections/quick-select.ts'
import type { OwnMatch, QuickLine } from './quick-targets.ts'
import { PatternTimeouts } from '../find/pattern-tries.ts'
import { ownMatchesMax, ownPatternMsMax, ownPatternsMsMax } from './limits.ts'

interface OwnFound {
  /** In the order of the patterns. */
  readonly matches: readonly OwnMatch[]
  /** Patterns that were stopped, or not started because the time was over. */
  readonly stopped: readonly QuickPattern[]
}

/** @param now clock, ms */
export async function ownMatches(
  patterns: readonly QuickPattern[],
  lines: readonly QuickLine[],
  now: () => number,
): Promise<OwnFound> {
  const matches: OwnMatch[] = []
  const stopped: QuickPattern[] = []
  const texts = [...new Set(lines.map(({ text }) => text))]
  const end = now() + ownPatternsMsMax
  for (const pattern of patterns) {
    const ms = Math.min(ownPatternMsMax, end - now())
    if (ms <= 0) {
      stopped.push(pattern)
      continue
    }
    const tries = new PatternTimeouts(
      { source: pattern.regex, flags: quickFlags, wholeWord: false },
      ms,
    )
    const found = await tries.try(texts, ownMatchesMax)
    tries.end(false)
    if (found === null) stopped.push(pattern)
    else
      for (const { line, matches: spans } of found)
        for (const span of spans) matches.push({ ...span, line: texts[line] ?? '', pattern })
  }
  return { matches, stopped }
}
