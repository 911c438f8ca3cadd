/**
 * The work of several sessions in one thread: each has a queue of its own, and they take turns of 2
 * ms, so that a flood of one delays no echo of another. Within a session everything stays in order.
 */

/**
 * A turn ends with the first message behind this, ms, or where what is left of one is given back.
 */
export const sliceMs = 2

export interface SlicePorts<Message> {
  /** Milliseconds. */
  readonly now: () => number
  /** Calls so soon that messages which have come by then are taken before. */
  readonly later: (call: () => void) => void
  /**
   * Returns what is left of a message that takes longer: it comes first when it is the session's
   * turn again.
   */
  readonly work: (session: number, message: Message) => Message | null
}

export class Slices<Message> {
  readonly #ports: SlicePorts<Message>
  /** Sessions with something to do, the next one first. */
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

  /** One slice of the session that waits longest; then it waits behind the others. */
  #turn(): void {
    for (const [session, queue] of this.#queues) {
      this.#queues.delete(session)
      const until = this.#ports.now() + sliceMs
      let done = 0
      do {
        const left = this.#ports.work(session, queue[done]!) // a queue that is kept is not empty
        if (left !== null) {
          queue[done] = left
          break
        }
        done += 1
      } while (done < queue.length && this.#ports.now() < until)
      if (done < queue.length) this.#queues.set(session, queue.slice(done))
      this.#wait()
      return
    }
  }
}
