/** What specs may ask the main process, with VIBEFLOW_TEST=1 and only then (docs/testing.md). */
import type { DesktopNotice } from '../core/attention/desk.ts'

function offer(functions: Readonly<Record<string, unknown>>): void {
  if (process.env['VIBEFLOW_TEST'] !== '1') return
  const place = globalThis as { vibeflowMainTest?: Record<string, unknown> }
  place.vibeflowMainTest = { ...place.vibeflowMainTest, ...functions }
}

/** `vibeflowMainTest.drops()`: messages of the newest page that its gate dropped, by reason. */
export function offerDrops(drops: Readonly<Record<string, number>>): void {
  offer({ drops: () => ({ ...drops }) })
}

/** Notices kept for specs; the oldest leave. */
const noticesMax = 1_000

/**
 * `vibeflowMainTest.notices()`: those that were shown, oldest first, and whether each still is. `clickNotice(tab)`: as the user clicks on it.
 * @returns what records one
 */
export function offerNotices(open: (tab: string | null) => object | undefined, clicked: (tab: string | null) => void): (notice: DesktopNotice) => void {
  const shown: { readonly notice: DesktopNotice; readonly on: object | undefined }[] = []
  offer({
    notices: () => shown.map(({ notice, on }) => ({ ...notice, open: on !== undefined && open(notice.tab) === on })),
    clickNotice: (tab: string | null) => { if (open(tab) !== undefined) clicked(tab) },
  })
  return (notice) => {
    shown.push({ notice, on: open(notice.tab) })
    if (shown.length > noticesMax) shown.shift()
  }
}

/** `vibeflowMainTest.tell(change)`: sets options of notices and attention, as the configuration will. */
export function offerSettings(set: (change: Readonly<Record<string, unknown>>) => void): void {
  offer({ tell: set })
}
