/**
 * Sends a key to a pane's program while it cannot print. tmux does not report unread output, so the
 * order matters:
 *
 * 1. The program has printed nothing for a while, and by the kernel's counters written nothing.
 * 2. The program is held and not about to print, and tmux's event loop turns: all earlier output
 * has
 *    arrived.
 * 3. The caller checks the screen; tmux sends the key if keys still go to that program.
 * 4. After the key was read, or taken back unread, the program continues.
 */
import { waited, type Clock } from '../../base/clock.ts'
import {
  answersMax,
  holdMsMax,
  keyLookMs,
  keySeconds,
  keyUnreadMs,
  paneQuietMs,
  turnsOfTmux,
} from './limits.ts'
import { answersOption, inputFormat, secondsFormat, type PaneInput } from './panes.ts'
import type { PaneTerminal, TmuxConnection } from './ports.ts'

export interface PaneKeysPorts {
  readonly clock: Clock
  readonly pane: number
  /** Process id of its first program. */
  readonly pid: () => number
  /** Leader of the process group that should read the key, or `null` if unknown. */
  readonly leader: () => number | null
  readonly connection: () => TmuxConnection | null
  /** Returns where keys go, in a later turn of tmux's event loop; `null` if the pane is gone. */
  readonly input: () => Promise<PaneInput | null>
  /** Called when another program, or none, is in the pane, which tmux does not report. */
  readonly gone: () => void
  /** Number of bytes printed so far. */
  readonly printed: () => number
}

interface HeldPane {
  readonly terminal: PaneTerminal
  readonly input: PaneInput
  /** The server's recent time, or `null` if unknown. */
  seconds: number | null
  /** Bytes that it had printed by then. */
  readonly printed: number
  readonly cancelEnd: () => void
}

export class PaneKeys {
  readonly #ports: PaneKeysPorts
  #held: HeldPane | null = null

  constructor(ports: PaneKeysPorts) {
    this.#ports = ports
  }

  /** Holds the program. `printed`: output arrived or was imminent, so it is not held. */
  async hold(): Promise<'held' | 'printed' | { readonly why: string }> {
    const { clock, connection, input, pid, printed } = this.#ports
    const found = await input()
    if (found === null || found.pid !== pid()) {
      this.#ports.gone()
      return { why: gone }
    }
    if (found.problem !== null) return { why: found.problem }
    const terminal = connection()?.terminal(found.terminal, found.pid) ?? null
    if (terminal === null) return { why: notOurs }
    const [before, at] = [terminal.use(), printed()]
    if (before === null) {
      terminal.release()
      return { why: notOurs }
    }
    await waited(clock, paneQuietMs)
    const isStopped = terminal.isStopped
    if (printed() !== at || isStopped || !terminal.hold()) {
      terminal.release()
      return isStopped ? { why: stopped } : 'printed'
    }
    const cancelEnd = clock.after(holdMsMax, () => this.release())
    this.#held = { terminal, input: found, seconds: null, printed: at, cancelEnd }
    if (terminal.use()?.written !== before.written || terminal.isPrinting) {
      this.release()
      return 'printed'
    }
    return this.#isRead(this.#held)
  }

  /** Checks that all output before the hold has arrived, and that none followed. */
  async #isRead(held: HeldPane): Promise<'held' | 'printed' | { readonly why: string }> {
    for (let turn = 0; turn < turnsOfTmux; turn += 1) {
      const now = await this.#ports.input()
      if (this.#held !== held) return 'printed' // it took too long
      if (now === null) return this.#refuse(gone)
      if (now.problem !== null) return this.#refuse(now.problem)
      if (now.words !== held.input.words) return this.#refuse(gone)
      held.seconds = now.seconds
    }
    if (this.#ports.printed() !== held.printed) {
      this.release()
      return 'printed'
    }
    return held.terminal.isForeground(this.#ports.leader()) ? 'held' : this.#refuse(ended)
  }

  /** Writes once while the program is held. `full`: the key was not read and was taken back. */
  async write(
    bytes: Uint8Array,
  ): Promise<'written' | 'printed' | 'full' | { readonly why: string }> {
    const held = this.#held
    const connection = this.#ports.connection()
    if (held === null || connection === null || held.terminal.isPrinting) return 'printed'
    // the program must not print until the fate of the key is known
    held.cancelEnd()
    const read = held.terminal.use()?.read
    const said = await connection.run(this.#sending(bytes, held))
    if (said?.trim() === sent) {
      // tmux writes to the pane after it has handled its commands
      await this.#turns()
      return this.#untilRead(held.terminal, bytes, read)
    }
    // no reply: tmux was stopped and may send the key late
    if (said !== null || (await this.#takeBack(held.terminal, bytes))) return { why: gone }
    return held.terminal.use()?.read === read ? { why: gone } : 'written'
  }

  /** Returns tmux's arguments: count and send the key if the pane is unchanged and time is left. */
  #sending(bytes: Uint8Array, { input: { words, answers }, seconds }: HeldPane): string[] {
    const pane = `%${this.#ports.pane}`
    const same = `#{==:${inputFormat},${words}}`
    return [
      ...['if-shell', '-F', '-t', pane],
      seconds === null ? same : `#{&&:${same},#{<:${secondsFormat},${seconds + keySeconds}}}`,
      `set-option -p -t ${pane} ${answersOption} ${(answers + 1) % answersMax} ; ` +
        `send-keys -t ${pane} -H ${hex(bytes)} ; display-message -p ${sent}`,
      '',
    ]
  }

  /** Waits for turns of tmux's event loop, for a limited time. */
  #turns(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#ports.clock.after(holdMsMax, resolve)
      const round = async () => {
        for (let turn = 0; turn < turnsOfTmux; turn += 1) await this.#ports.input()
        cancel()
        resolve()
      }
      void round()
    })
  }

  release(): void {
    this.#held?.cancelEnd()
    this.#held?.terminal.release()
    this.#held = null
  }

  async #untilRead(
    terminal: PaneTerminal,
    bytes: Uint8Array,
    before: string | undefined,
  ): Promise<'written' | 'printed' | 'full' | { readonly why: string }> {
    const { clock } = this.#ports
    const begin = clock.now()
    while (clock.now() - begin < keyUnreadMs) {
      if (terminal.isPrinting)
        return (await this.#takeBack(terminal, bytes)) ? 'printed' : 'written'
      if (!terminal.isForeground(this.#ports.leader()))
        return (await this.#takeBack(terminal, bytes)) ? { why: ended } : 'written'
      if (terminal.use()?.read !== before) return 'written'
      await waited(clock, keyLookMs)
    }
    return (await this.#takeBack(terminal, bytes)) ? 'full' : 'written'
  }

  /**
   * Takes back an unread key. Earlier input of others, such as tmux's replies to queries, is
   * returned. Resolves to `false` if the program has read the key.
   */
  async #takeBack(terminal: PaneTerminal, bytes: Uint8Array): Promise<boolean> {
    const unread = hex(terminal.takeUnread())
    const own = unread.lastIndexOf(hex(bytes))
    const others =
      own === -1 ? unread : unread.slice(0, own) + unread.slice(own + hex(bytes).length)
    const words = others.split(' ').filter((one) => one !== '')
    if (words.length > 0)
      await this.#ports
        .connection()
        ?.run(['send-keys', '-t', `%${this.#ports.pane}`, '-H', ...words])
    return own !== -1
  }

  #refuse(why: string): { readonly why: string } {
    this.release()
    return { why }
  }
}

const ended = 'Not sent: the program exited or is no longer in the foreground.'
const sent = 'sent'
const gone = 'Not sent: the tmux pane has changed.'
const stopped = 'Not sent: the output of the tmux pane is paused (Ctrl+S).'
const notOurs =
  "Can't answer safely: the terminal of the tmux pane, or a program in it, belongs to another user."

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}
