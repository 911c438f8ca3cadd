/**
 * Dispatches a page's IPC messages to listeners and handlers: those of the frame, then of the page,
 * then of `ipcMain`.
 */
import { makeEvent } from '../api/event.ts'
import { IpcMain, ipcMain } from '../api/ipc-main.ts'
import { MessageChannelMain, type MessagePortMain } from '../api/message-port.ts'
import { fromText, toText } from '../page/values.ts'
import type { Down, Up } from '../page/wire.ts'
import { say } from '../problem.ts'
import type { Page } from '../run.ts'
import type { WebFrameMain } from '../api/web-frame-main.ts'

export interface UpTarget {
  readonly sender: Page
  readonly frame: WebFrameMain
  readonly ipc: IpcMain
  answer(message: Down): void
  /** Returns an address for the page to connect this port. */
  offer(port: MessagePortMain): string
}

/** @returns false if the message is not IPC */
export function dispatchUp(message: Up, target: UpTarget): boolean {
  switch (message.kind) {
    case 'send':
      emit(target, message.channel, [], fromText(message.value) as unknown[])
      return true
    case 'post': {
      const ports = message.ports.map((port) => {
        const { port1, port2 } = new MessageChannelMain()
        target.answer({ kind: 'connect', port, address: target.offer(port2) })
        return port1
      })
      emit(target, message.channel, ports, [fromText(message.value)])
      return true
    }
    case 'invoke':
      void invoke(target, message)
      return true
    default:
      return false
  }
}

function emit(
  target: UpTarget,
  channel: string,
  ports: MessagePortMain[],
  args: readonly unknown[],
): void {
  for (const ipc of [target.ipc, ipcMain]) ipc.emit(channel, ipcEvent(target, ports), ...args)
}

async function invoke(
  target: UpTarget,
  { call, channel, value }: Extract<Up, { kind: 'invoke' }>,
): Promise<void> {
  try {
    const handler = IpcMain.take(target.ipc, channel) ?? IpcMain.take(ipcMain, channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    target.answer({
      kind: 'answer',
      call,
      value: toText(await handler(ipcEvent(target, []), ...(fromText(value) as unknown[]))),
    })
  } catch (error) {
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    say(`Error occurred in handler for '${channel}': ${words}`)
    target.answer({
      kind: 'answer',
      call,
      error: `Error invoking remote method '${channel}': ${words}`,
    })
  }
}

function ipcEvent(target: UpTarget, ports: MessagePortMain[]) {
  const { sender, frame } = target
  return makeEvent({
    type: 'frame',
    sender,
    senderFrame: frame,
    ports,
    reply: (channel: string, ...args: unknown[]) => sender.send(channel, ...args),
  })
}
