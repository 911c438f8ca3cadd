/**
 * A worker of the pool whose parser has three bugs. On `hang!` in output it never returns. On
 * `greedy!` it takes all memory. If `unreadable!` is on the screen, reading the screen throws, in a
 * timer. It reports on a channel that it hangs. On a message there, it dies while it works for no
 * session.
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
    // uses no CPU time, and is ended like any loop
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
