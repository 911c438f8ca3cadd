/** The one connection to the X server. The library behind it is loaded with its first use. */
import { madeOnce } from '../made-once.ts'
import { theEngine } from '../run.ts'

/** Windows are on a display of X11. */
export function onX11(): boolean {
  return (
    !theEngine().options.headless &&
    Boolean(process.env['DISPLAY']) &&
    !process.env['WAYLAND_DISPLAY']
  )
}

/** @throws Error where there is no X server, or it refuses us */
export const theXDisplay = madeOnce(async () => {
  const { XDisplay } = await import('./x-display.ts')
  return XDisplay.open(process.env['DISPLAY'] ?? '')
})
