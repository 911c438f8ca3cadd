/** Clipboard access with a time limit: another program may never provide its selection. */
import type { Clock } from '../../../base/clock.ts'
import type { CleanText } from '../../session/copy/clean.ts'
import { clipboardTextMax } from '../../ipc/limits.ts'
import { quoted } from '../../../base/text/safe-text.ts'
import { clipboardWaitMs } from './limits.ts'
import type { PageLink } from './page-link.ts'

export interface ClipboardPort {
  readonly write: (selection: 'clipboard' | 'primary', text: string) => Promise<void>
  readonly read: (selection: 'clipboard' | 'primary') => Promise<string>
}

export class ClipboardService {
  readonly #clipboard: ClipboardPort
  readonly #clock: Clock
  readonly #page: Pick<PageLink, 'send'>

  constructor(clipboard: ClipboardPort, clock: Clock, page: Pick<PageLink, 'send'>) {
    this.#clipboard = clipboard
    this.#clock = clock
    this.#page = page
  }

  /** Writes for a program (OSC 52), and names the tab in the notice. */
  async writeForProgram(
    selection: 'clipboard' | 'primary',
    text: string,
    { title, notice }: { readonly title: () => string | null; readonly notice: () => boolean },
  ): Promise<void> {
    const outcome = await this.#withinLimit(this.#clipboard.write(selection, text))
    const given = title()
    if (given === null) return
    const name = quoted(given)
    if (!outcome.ok)
      this.#page.send({
        kind: 'page/notice',
        level: 'warning',
        text: `${name} couldn't copy to the clipboard: ${outcome.problem}`,
      })
    else if (notice())
      this.#page.send({
        kind: 'page/toast',
        text:
          `${name} ${text === '' ? 'cleared' : 'copied text to'} the ` +
          `${selection === 'primary' ? 'primary selection' : 'clipboard'}`,
      })
  }

  /** Writes text of an agent, and reports what was removed from it. */
  async writeClean(
    selection: 'clipboard' | 'primary',
    { text, cleaned }: CleanText,
  ): Promise<void> {
    const isWritten = await this.write(selection, text)
    if (isWritten && selection === 'clipboard' && cleaned.length > 0)
      this.#page.send({
        kind: 'clipboard/cleaned',
        text: `Copied without ${listed(cleaned)}`,
      })
  }

  /** @returns whether it was written */
  async write(selection: 'clipboard' | 'primary', text: string): Promise<boolean> {
    const outcome = await this.#withinLimit(this.#clipboard.write(selection, text))
    if (!outcome.ok && selection === 'clipboard')
      this.#page.send({
        kind: 'page/notice',
        level: 'error',
        text: `Couldn't copy: ${outcome.problem}`,
      })
    return outcome.ok
  }

  /** @param heeded whether paste brackets are; called once the text is there */
  async read(
    selection: 'clipboard' | 'primary',
    request: number,
    heeded: () => boolean,
  ): Promise<void> {
    const outcome = await this.#withinLimit(this.#clipboard.read(selection))
    const problem = !outcome.ok
      ? outcome.problem
      : outcome.value.length > clipboardTextMax
        ? 'the text is larger than 16 MiB.'
        : null
    if (problem !== null)
      this.#page.send({
        kind: 'page/notice',
        level: 'error',
        text: `Couldn't paste: ${problem}`,
      })
    this.#page.send({
      kind: 'clipboard/text',
      request,
      text: outcome.ok && problem === null ? outcome.value : '',
      heeded: heeded(),
    })
  }

  /** Returns the outcome of a call, or its failure as text. */
  #withinLimit<Value>(
    call: Promise<Value>,
  ): Promise<{ ok: true; value: Value } | { ok: false; problem: string }> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(clipboardWaitMs, () =>
        resolve({ ok: false, problem: "the clipboard didn't respond within 2 s." }),
      )
      const settle = (outcome: { ok: true; value: Value } | { ok: false; problem: string }) => {
        cancel()
        resolve(outcome)
      }
      call.then(
        (value) => settle({ ok: true, value }),
        (error: unknown) =>
          settle({ ok: false, problem: error instanceof Error ? error.message : String(error) }),
      )
    })
  }
}

/** Joins words as in a sentence. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
