/** The connection to the X server. Its library is loaded on demand. */
import { madeOnce } from './made-once.ts'
import { theEngine } from '../run.ts'

/** Whether windows are on X11. */
export function onX11(): boolean {
  return (
    !theEngine().options.headless &&
    Boolean(process.env['DISPLAY']) &&
    !process.env['WAYLAND_DISPLAY']
  )
}

/** @throws Error without an X server, or if it refuses */
export const theXDisplay = madeOnce(async () => {
  const { XDisplay } = await import('./x-display.ts')
  return XDisplay.open(process.env['DISPLAY'] ?? '')
})
