/** The clipboard calls of one window, each with a limit: another program may never answer for its selection. */
import type { Clock } from '../clock.ts'
import type { MainMessage } from '../ipc/contract.ts'
import { clipboardTextMax } from '../ipc/limits.ts'
import { clipboardWaitMs } from './limits.ts'

export interface Clipboard {
  readonly write: (selection: 'clipboard' | 'primary', text: string) => Promise<void>
  readonly read: (selection: 'clipboard' | 'primary') => Promise<string>
}

type Outcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string }

export class ClipboardCalls {
  readonly #clock: Clock
  readonly #clipboard: Clipboard
  readonly #send: (message: MainMessage) => void

  constructor(clock: Clock, clipboard: Clipboard, send: (message: MainMessage) => void) {
    this.#clock = clock
    this.#clipboard = clipboard
    this.#send = send
  }

  /** OSC 52. A toast names the tab: the user did not ask for it. `title`: as it is afterwards, undefined when the tab is gone. */
  async writeForProgram(selection: 'clipboard' | 'primary', text: string, title: () => string | undefined): Promise<void> {
    const outcome = await this.#withinLimit(this.#clipboard.write(selection, text))
    const name = title()
    if (name === undefined) return
    if (!outcome.ok) this.#send({ kind: 'page/notice', level: 'warning', text: `${name} could not write to the clipboard: ${outcome.problem}` })
    else this.#send({ kind: 'page/toast', text: `${name} ${text === '' ? 'cleared' : 'wrote to'} the ${selection === 'primary' ? 'selection' : 'clipboard'}` })
  }

  async write(selection: 'clipboard' | 'primary', text: string): Promise<void> {
    const outcome = await this.#withinLimit(this.#clipboard.write(selection, text))
    if (!outcome.ok && selection === 'clipboard') this.#send({ kind: 'page/notice', level: 'error', text: `Nothing was copied: ${outcome.problem}` })
  }

  async read(selection: 'clipboard' | 'primary', request: number): Promise<void> {
    const outcome = await this.#withinLimit(this.#clipboard.read(selection))
    const problem = !outcome.ok ? outcome.problem : outcome.value.length > clipboardTextMax ? 'the text is larger than 16 MiB.' : null
    if (problem !== null) this.#send({ kind: 'page/notice', level: 'error', text: `Nothing was pasted: ${problem}` })
    this.#send({ kind: 'clipboard/text', request, text: outcome.ok && problem === null ? outcome.value : '' })
  }

  #withinLimit<Value>(call: Promise<Value>): Promise<Outcome<Value>> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(clipboardWaitMs, () => resolve({ ok: false, problem: 'the clipboard did not answer within 2 s.' }))
      const settle = (outcome: Outcome<Value>) => { cancel(); resolve(outcome) }
      call.then(
        (value) => settle({ ok: true, value }),
        (error: unknown) => settle({ ok: false, problem: error instanceof Error ? error.message : String(error) }),
      )
    })
  }
}
