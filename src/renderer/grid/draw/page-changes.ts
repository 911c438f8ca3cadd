/** Tracks the changed rows of the atlas pages. */

/** Height of a band of rows, px. */
const bandPx = 16

interface Rows {
  readonly top: number
  readonly height: number
}

/** By page: the last change of each band, counted in changes. */
const changes = new WeakMap<HTMLCanvasElement, Uint32Array>()
let change = 0

export function rowsChanged(page: HTMLCanvasElement, top: number, height: number): void {
  let bands = changes.get(page)
  if (bands === undefined)
    changes.set(page, (bands = new Uint32Array(Math.ceil(page.height / bandPx))))
  change += 1
  bands.fill(change, Math.floor(top / bandPx), Math.ceil((top + height) / bandPx))
}

export const newestChange = (): number => change

/** Returns the changed rows of a page as one range of bands, or null. */
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
