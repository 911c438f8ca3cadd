/**
 * A task of its own, as soon as the page has one free. By a message, which Chromium does not put
 * off as it does a timer.
 */
const waiting: (() => void)[] = []
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => waiting.shift()?.()

export function soon(act: () => void): void {
  waiting.push(act)
  port2.postMessage(null)
}
