/** Which rows of the atlas's pages have changed, as their canvases are drawn on. */

/** Rows of a page that are looked at together, px. */
const bandPx = 16

interface Rows {
  readonly top: number
  readonly height: number
}

/** By page: when each of its bands was changed last, counted in changes. */
const changes = new WeakMap<HTMLCanvasElement, Uint32Array>()
let change = 0

/** These rows of a page are other ones. */
export function rowsChanged(page: HTMLCanvasElement, top: number, height: number): void {
  let bands = changes.get(page)
  if (bands === undefined)
    changes.set(page, (bands = new Uint32Array(Math.ceil(page.height / bandPx))))
  change += 1
  bands.fill(change, Math.floor(top / bandPx), Math.ceil((top + height) / bandPx))
}

/** The newest change of any page. */
export const newestChange = (): number => change

/**
 * The rows of a page that have changed since, as bands from the first to behind the last; null:
 * none.
 */
export function changedSince(page: HTMLCanvasElement, since: number): Rows | null {
  const bands = changes.get(page)
  if (bands === undefined) return null
  const first = bands.findIndex((at) => at > since)
  return first < 0
    ? null
    : {
        top: first * bandPx,
        height: (bands.findLastIndex((at) => at > since) + 1 - first) * bandPx,
      }
}
