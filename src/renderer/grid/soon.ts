/** A task of its own, as soon as the page has one free. By a message, which Chromium does not put off as it does a timer. */
const waiting: (() => void)[] = []
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => waiting.shift()?.()

export function soon(act: () => void): void {
  waiting.push(act)
  port2.postMessage(null)
}

/** Work that can wait is put off so long, ms, by frames and output that come without end: it goes on, slowly. */
const freeWaitMsMax = 32

/** The part of Chromium's scheduler that is used; TypeScript's library has no types of it. */
interface Scheduler {
  postTask(act: () => void, options: { readonly priority: 'background' }): Promise<void>
}

/** A task for when the page has nothing else to do: keys, their echo and the frame that shows it go first, which they would not before a message. */
export function whenFree(act: () => void): void {
  const { scheduler } = globalThis as { readonly scheduler?: Partial<Scheduler> }
  if (scheduler?.postTask === undefined) { soon(act); return }
  let begun = false
  const begin = (): void => {
    if (begun) return
    begun = true
    clearTimeout(latest)
    act()
  }
  const latest = setTimeout(begin, freeWaitMsMax)
  void scheduler.postTask(begin, { priority: 'background' })
}
