/** Shadows without threads: workers that run in place, and die when a test requests it. */
import type { Clock } from '../../../src/base/clock.ts'
import type { FromShadow } from '../../../src/core/worker/messages.ts'
import type { Stretch } from '../../../src/core/worker/worker-replay.ts'
import type { ShadowChannelEvents, ShadowPort } from '../../../src/core/worker/ports.ts'
import { WorkerTerminal } from '../../../src/core/worker/worker-terminal.ts'
import type { PictureHost } from '../../../src/terminal/images/host.ts'
import { compression } from '../../../src/host/shadow/compression.ts'
import { limit, spent } from '../../../src/host/shadow/limit.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'

export interface ShadowsInPlace {
  readonly port: ShadowPort
  /** Messages of the worker wait until `deliver`. */
  hold: boolean
  /** Everything that waits reaches the main side. */
  deliver(): void
  /** The worker of all channels is gone. `at`: output that it died of. */
  kill(again: 'whole' | 'behind' | 'never', at?: Stretch): void
  /** Channels that are open. */
  readonly open: number
  /** Bytes that workers were sent. */
  fed: number
  /** Number of reports that a worker hangs. */
  hung: number
  /** Messages of workers that have reached the main side. */
  received: number
}

/** @param pictures files and inflated pixels for images; absent: neither can be had */
export function shadowsInPlace(clock: Clock, pictures?: PictureHost): ShadowsInPlace {
  const channels = new Map<WorkerTerminal, ShadowChannelEvents>()
  const waiting: { readonly to: WorkerTerminal; readonly message: FromShadow }[] = []
  const shadows: ShadowsInPlace = {
    hold: false,
    fed: 0,
    hung: 0,
    received: 0,
    get open() {
      return channels.size
    },
    deliver() {
      for (const { to, message } of waiting.splice(0)) {
        shadows.received += 1
        channels.get(to)?.message(message)
      }
    },
    kill(again, at) {
      const all = [...channels]
      channels.clear()
      for (const [worker, events] of all) {
        worker.dispose()
        events.lost(again, 'It crashed.', at ?? null)
      }
    },
    port: {
      open: (events) => {
        const worker: WorkerTerminal = new WorkerTerminal({
          clock,
          codec: messagePack,
          limited: { limit, spent },
          compression: compression(() => undefined),
          ...(pictures === undefined ? {} : { pictures }),
          post: (message) => {
            waiting.push({ to: worker, message })
            if (!shadows.hold) shadows.deliver()
          },
        })
        channels.set(worker, events)
        return {
          post: (message) => {
            if (message.kind === 'write') shadows.fed += message.bytes.length
            worker.receive(
              structuredClone(
                message.kind === 'write' ? { ...message, bytes: message.bytes.slice() } : message,
              ),
            )
          },
          received: () => shadows.received,
          hung: () => {
            shadows.hung += 1
            shadows.kill('whole')
          },
          close: () => {
            channels.delete(worker)
            worker.dispose()
          },
        }
      },
    },
  }
  return shadows
}
