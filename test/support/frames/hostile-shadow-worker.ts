/**
 * A worker of the pool whose parser has three faults: of `hang!` in output it finds no end,
 * `greedy!` takes all memory, and `unreadable!` on the screen is thrown over when the screen is
 * read, which a timer does. It says on a channel that it hangs, and dies at nobody's work when it
 * is reported so there.
 */
import { BroadcastChannel } from 'node:worker_threads'
import { ScreenReader } from '../../../src/agents/screen-rules/screen-reader.ts'
import { WorkerTerminal } from '../../../src/core/worker/worker-terminal.ts'

const channel = new BroadcastChannel('faults of shadow workers')
channel.onmessage = () => {
  throw new Error('reported to die')
}

const { receive } = WorkerTerminal.prototype
WorkerTerminal.prototype.receive = function (message) {
  const text =
    message.kind === 'write' ? new TextDecoder('latin1').decode(message.bytes.slice()) : ''
  for (const kept: unknown[] = []; text.includes('greedy!'); )
    kept.push(new Array(1_000_000).fill('x'))
  if (text.includes('hang!')) {
    channel.postMessage('hang!')
    // takes no processor time, and is ended like any loop
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  }
  receive.call(this, message)
}

const { read } = ScreenReader.prototype
ScreenReader.prototype.read = function (grid, watch, now) {
  if (grid.rowTexts().some((row) => row.includes('unreadable!'))) throw new Error('hit unreadable!')
  return read.call(this, grid, watch, now)
}

await import('../../../src/host/shadow/worker.ts')
