/**
 * Schedules the work of several sessions in one thread. They take turns of 2 ms, so that heavy
 * output of one delays no echo of another. Work of one session stays in order.
 */

/** A turn ends with the first message after this time, ms, or when part of a message is left. */
export const sliceMs = 2

interface SlicePorts<Message> {
  /** In milliseconds. */
  readonly now: () => number
  /** Calls back after messages that have already arrived are received. */
  readonly later: (call: () => void) => void
  /** Does the work of a message. Returns the rest of a long one for the next turn. */
  readonly work: (session: number, message: Message) => Message | null
}

export class Slices<Message> {
  readonly #ports: SlicePorts<Message>
  /** Sessions with work, the next one first. */
  readonly #queues = new Map<number, Message[]>()
  #waiting = false

  constructor(ports: SlicePorts<Message>) {
    this.#ports = ports
  }

  push(session: number, message: Message): void {
    const queue = this.#queues.get(session)
    if (queue === undefined) this.#queues.set(session, [message])
    else queue.push(message)
    this.#wait()
  }

  #wait(): void {
    if (this.#waiting || this.#queues.size === 0) return
    this.#waiting = true
    this.#ports.later(() => {
      this.#waiting = false
      this.#turn()
    })
  }

  /** Works for the session that waits longest, then queues it last. */
  #turn(): void {
    for (const [session, queue] of this.#queues) {
      this.#queues.delete(session)
      const until = this.#ports.now() + sliceMs
      let done = 0
      for (const message of queue) {
        const left = this.#ports.work(session, message)
        if (left !== null) {
          queue[done] = left
          break
        }
        done += 1
        if (this.#ports.now() >= until) break
      }
      if (done < queue.length) this.#queues.set(session, queue.slice(done))
      this.#wait()
      return
    }
  }
}
