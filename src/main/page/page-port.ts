/** Passes a MessagePort to the page of a window, and to no other, and guards its messages. */
import type { Action, MainMessage } from '../../core/ipc/contract.ts'
import { pageGate, type DropReason } from '../../core/ipc/gate.ts'
import {
  pageCausedPerSecondMax,
  pageDropsUntilReload,
  pageMessagesPerSecondMax,
} from '../../core/ipc/limits.ts'
import type { Workspace } from '../../core/windows/workspace/workspace.ts'
import { systemClock } from '../../host/clock.ts'
import {
  ipcMain,
  MessageChannelMain,
  type BrowserWindow,
  type IpcMainEvent,
  type MessagePortMain,
} from '../electron.ts'
import { isOwnPage } from './port-request.ts'
import { offerDrops } from '../test-hook.ts'

interface PagePort {
  /** Makes the page run an action. */
  readonly act: (action: Action) => void
  /** The page crashed: tells the workspace, so that the next page notifies the user. */
  readonly lost: () => void
  /** Time of the page's last message. */
  readonly heardAt: () => number
  readonly dispose: () => void
}

const crashNotice =
  'The window crashed and was reloaded. Your programs are still running and no output was lost.'

export function connectPages(window: BrowserWindow, workspace: Workspace): PagePort {
  let port: MessagePortMain | null = null
  let crashed = false
  let heardAt = Number.NEGATIVE_INFINITY
  const contents = window.webContents

  function hand(event: IpcMainEvent, request: unknown): void {
    if (!isOwnPage(event, contents)) return
    port?.close()
    const { port1, port2 } = new MessageChannelMain()
    port = port1
    const gate = pageGate({
      perSecondMax: pageMessagesPerSecondMax,
      causedPerSecondMax: pageCausedPerSecondMax,
      now: () => systemClock.now(),
    })
    offerDrops(gate.drops)
    const send = (message: MainMessage) => port1.postMessage(message)
    port1.on('message', ({ data }) => {
      if (port !== port1) return
      heardAt = systemClock.now()
      const message = gate.admit(data)
      if (message === null) {
        reloadIfBroken(gate.drops)
        return
      }
      workspace.receive(message)
      if (message.kind === 'page/ready' && crashed) {
        crashed = false
        send({ kind: 'page/notice', level: 'warning', text: crashNotice })
      }
    })
    port1.on('close', () => {
      if (port === port1) {
        port = null
        workspace.disconnect()
      }
    })
    port1.start()
    contents.postMessage('port', typeof request === 'string' ? request : null, [port2])
    workspace.connect(send)
  }

  function reloadIfBroken(drops: Readonly<Record<DropReason, number>>): void {
    // A program's output is not the page's error.
    const total = drops.unknown + drops.malformed + drops['too-many']
    if (total !== pageDropsUntilReload) return
    process.stderr.write(
      `vibeflow: the window sent ${total} invalid messages (${JSON.stringify(drops)}) and is ` +
        'reloaded; programs keep running\n',
    )
    contents.reload()
  }

  ipcMain.setMaxListeners(0) // one for each window; Node warns from the eleventh
  ipcMain.on('port', hand)
  return {
    act: (action) => port?.postMessage({ kind: 'page/action', action } satisfies MainMessage),
    lost: () => {
      crashed = true
      port = null
      workspace.disconnect()
    },
    heardAt: () => heardAt,
    dispose: () => {
      ipcMain.off('port', hand)
      port?.close()
      port = null
    },
  }
}
