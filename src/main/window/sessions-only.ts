/** A window's tabs without a window: sessions that only clients of their sockets see. */
import type { OpenWindow } from '../../core/windows/open-window.ts'
import { defaultSize } from '../../core/windows/workspace/limits.ts'
import { Workspace } from '../../core/windows/workspace/workspace.ts'
import type { WindowRequest } from './window.ts'

const nowhere = { x: 0, y: 0, width: 0, height: 0 }

/** Its programs start with the default size. It ends with its last session. */
export function sessionsOnly({ id, facts, ports, settings, closed }: WindowRequest): OpenWindow {
  let closing = false
  const workspace = new Workspace(facts, {
    ...ports,
    window: {
      id,
      translucent: false,
      isDropDown: false,
      close: () => {
        if (closing) return
        closing = true
        unsubscribe()
        workspace.dispose()
        closed()
      },
      toggleFullscreen: () => undefined,
      measured: () => undefined,
      isFullscreen: () => false,
      isVisible: () => false,
    },
  })
  const unsubscribe = settings.subscribe(
    (changed) => changed,
    (changed) => workspace.configure(changed),
  )
  workspace.receive({ kind: 'window/room', ...defaultSize })
  return { workspace, raise: () => undefined, flash: () => undefined, frame: () => nowhere }
}
