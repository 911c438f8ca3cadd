/**
 * Order of the tabs of one window and which is active. Pure; the main process is the only one who
 * keeps it.
 */

export interface Strip {
  readonly order: readonly string[]
  readonly active: string | null
  /** The tab in view when the active one was opened; only until another one is gone to. */
  readonly opener?: string | undefined
}

export const emptyStrip: Strip = { order: [], active: null }

/** Puts a new tab after the active one, or at the end, and makes it active. */
export function addTab(strip: Strip, tab: string, position: 'after' | 'end' = 'after'): Strip {
  const at =
    strip.active === null || position === 'end'
      ? strip.order.length
      : strip.order.indexOf(strip.active) + 1
  return {
    order: strip.order.toSpliced(at, 0, tab),
    active: tab,
    opener: strip.active ?? undefined,
  }
}

/**
 * Takes a tab out. When it was active, the one that it was opened from becomes active if nobody
 * went elsewhere since, else its right neighbour, else its left one.
 * @param shown the tab and others, at least one if there is one, as the bar has them
 */
export function removeTab(
  strip: Strip,
  tab: string,
  shown: readonly string[] = strip.order,
): Strip {
  const at = strip.order.indexOf(tab)
  if (at === -1) return strip
  const order = strip.order.toSpliced(at, 1)
  if (strip.active !== tab) return { ...strip, order }
  const opener = order.find((id) => id === strip.opener && shown.includes(id))
  const place = shown.indexOf(tab)
  return {
    order,
    active: opener ?? shown[place + 1] ?? shown[place - 1] ?? null,
    opener: undefined,
  }
}

/** Makes a tab active; an unknown one changes nothing. */
export function activateTab(strip: Strip, tab: string): Strip {
  return strip.order.includes(tab) && strip.active !== tab
    ? { ...strip, active: tab, opener: undefined }
    : strip
}

/** Moves a tab so that it stands at index `to`, clamped to the ends. */
export function moveTab(strip: Strip, tab: string, to: number): Strip {
  const from = strip.order.indexOf(tab)
  if (from === -1) return strip
  const without = strip.order.toSpliced(from, 1)
  return { ...strip, order: without.toSpliced(Math.max(0, Math.min(to, without.length)), 0, tab) }
}
