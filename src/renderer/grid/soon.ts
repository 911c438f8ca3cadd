/** A task of its own, as soon as the page has one free; when it is about to go, only once it has stayed. By a message, which Chromium does not put off as it does a timer. */
import { leavingForMs } from '../leaving.ts'

const waiting: (() => void)[] = []
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => waiting.shift()?.()

export function soon(act: () => void): void {
  const restMs = leavingForMs()
  if (restMs > 0) { window.setTimeout(act, restMs); return }
  waiting.push(act)
  port2.postMessage(null)
}
