/** Runs a function in the next free task, with a message because Chromium delays timers. */
const waiting: (() => void)[] = []
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => waiting.shift()?.()

export function soon(act: () => void): void {
  waiting.push(act)
  port2.postMessage(null)
}
