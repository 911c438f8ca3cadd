/**
 * Clipboard access with a time limit: another program may never provide its selection. Dropped
 * files and images become text for the same paste.
 */
import type { Clock } from '../../../base/clock.ts'
import {
  copiedFilesMax,
  copyMs,
  droppedElsewhere,
  droppedText,
  pastedImage,
} from '../../consent/dropped.ts'
import type { CleanText } from '../../session/copy/clean.ts'
import type { MainMessage } from '../../ipc/contract.ts'
import { clipboardTextMax } from '../../ipc/limits.ts'
import { quoted } from '../../../base/text/safe-text.ts'
import { clipboardWaitMs } from './limits.ts'
import type { PageLink } from './page-link.ts'

export interface ClipboardPort {
  readonly write: (selection: 'clipboard' | 'primary', text: string) => Promise<void>
  readonly read: (selection: 'clipboard' | 'primary') => Promise<string>
  /** Reads an image from the clipboard; `null` if it has none. */
  readonly readImage: () => Promise<Uint8Array | null>
  /** Writes an image to a private file. Returns its path. */
  readonly saveImage: (bytes: Uint8Array, kind: string) => Promise<string>
  readonly copies: CopyPort
}

/** Copies files to the other side of a `vibeflow ssh` or `vibeflow enter`. */
export interface CopyPort {
  /**
   * Returns the connection that is in the foreground of a session, by its socket and the first
   * process of its terminal; `null` without one.
   */
  readonly connection: (socket: string, pid: number) => string | null
  /** Copies an image. Returns its path there. */
  readonly image: (connection: string, bytes: Uint8Array, kind: string) => Promise<string>
  /** Copies a file. Returns its path there. */
  readonly file: (connection: string, path: string) => Promise<string>
}

type ImageOfPath = NonNullable<Extract<MainMessage, { kind: 'clipboard/text' }>['image']>

/** The tab that a text is for. */
export interface PasteTarget {
  readonly request: number
  /** Whether paste brackets are heeded; called once the text is there. */
  readonly heeded: () => boolean
  /** The host or container in which its program runs, such as `on build`; `null` for here. */
  readonly elsewhere: () => string | null
  /** The connection that can copy files there, as `CopyPort` has it; `null` without one. */
  readonly connection: () => string | null
  /** Name of the foreground program; empty if it is unknown. */
  readonly program: () => string
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
        level: 'notice',
        text: `Couldn't copy: ${outcome.problem}`,
      })
    return outcome.ok
  }

  /** Reads text to paste. Without text, an image in the clipboard becomes the path of a file. */
  async read(selection: 'clipboard' | 'primary', target: PasteTarget): Promise<void> {
    const outcome = await this.#withinLimit(this.#clipboard.read(selection))
    if (!outcome.ok) this.#refuse(target, outcome.problem)
    else if (outcome.value.length > clipboardTextMax)
      this.#refuse(target, 'the text is larger than 16 MiB.')
    else if (outcome.value !== '' || selection === 'primary') this.#send(target, outcome.value)
    else {
      const image = await this.#withinLimit(this.#clipboard.readImage())
      if (!image.ok) this.#refuse(target, image.problem)
      else if (image.value === null) this.#send(target, '')
      else await this.insertImage(target, image.value)
    }
  }

  /** Writes an image to a file, and sends its path as text. */
  async insertImage(target: PasteTarget, bytes: Uint8Array): Promise<void> {
    const image = pastedImage(bytes)
    const elsewhere = target.elsewhere()
    const connection = target.connection()
    const { copies } = this.#clipboard
    if ('problem' in image) this.#refuse(target, image.problem)
    else if (connection !== null) {
      const copy = () => copies.image(connection, bytes, image.kind)
      await this.#copied(target, [copy], { words: image.words, bytes: Uint8Array.from(bytes) })
    } else if (elsewhere !== null)
      this.#refuse(
        target,
        `the program in this tab runs ${elsewhere}, where it can't open files of this computer. ` +
          'Connect with vibeflow ssh or vibeflow enter, or save the image there first.',
      )
    else {
      const saved = await this.#withinLimit(this.#clipboard.saveImage(bytes, image.kind))
      if (!saved.ok) this.#refuse(target, saved.problem)
      else {
        const { text, problem } = droppedText([saved.value], target.program())
        this.#warn(problem)
        this.#send(target, text, { words: image.words, bytes: Uint8Array.from(bytes) })
      }
    }
  }

  /** Sends the paths of dropped files as text, after copying them to where the program runs. */
  async insertPaths(target: PasteTarget, paths: readonly string[]): Promise<void> {
    const connection = target.connection()
    const { copies } = this.#clipboard
    if (connection !== null) {
      if (paths.length > copiedFilesMax)
        this.#refuse(target, `up to ${copiedFilesMax} files can be copied with one drop.`)
      else
        await this.#copied(
          target,
          paths.map((path) => () => copies.file(connection, path)),
        )
      return
    }
    const { text, problem } = droppedText(paths, target.program())
    const elsewhere = target.elsewhere()
    this.#warn(problem ?? (elsewhere === null ? null : droppedElsewhere(elsewhere)))
    this.#send(target, text)
  }

  /** Copies files one after the other, and sends their paths if the same connection remains. */
  async #copied(
    target: PasteTarget,
    copies: readonly (() => Promise<string>)[],
    image?: ImageOfPath,
  ): Promise<void> {
    const connection = target.connection()
    const paths: string[] = []
    const { request } = target
    for (const copy of copies) {
      const words = `Copying a file to where the program runs, ${target.elsewhere() ?? 'elsewhere'}`
      this.#page.send({ kind: 'clipboard/waits', request, text: words })
      const copied = await this.#withinLimit(copy(), copyMs, 'the copy took longer than a minute.')
      if (!copied.ok) return this.#refuse(target, copied.problem)
      paths.push(copied.value)
    }
    if (target.connection() !== connection)
      return this.#refuse(target, 'the connection of this tab has changed.')
    // the shell there is unknown
    const { text, problem } = droppedText(paths, 'sh')
    this.#warn(problem)
    this.#send(target, text, image)
  }

  #warn(text: string | null): void {
    if (text !== null) this.#page.send({ kind: 'page/notice', level: 'warning', text })
  }

  #send({ request, heeded }: PasteTarget, text: string, image?: ImageOfPath): void {
    this.#page.send({
      kind: 'clipboard/text',
      request,
      text,
      heeded: heeded(),
      ...(image === undefined ? {} : { image }),
    })
  }

  #refuse(target: PasteTarget, problem: string): void {
    this.#page.send({ kind: 'page/notice', level: 'notice', text: `Couldn't paste: ${problem}` })
    this.#send(target, '')
  }

  /** Returns the outcome of a call, or its failure as text. */
  #withinLimit<Value>(
    call: Promise<Value>,
    ms = clipboardWaitMs,
    late = "the clipboard didn't respond within 2 s.",
  ): Promise<{ ok: true; value: Value } | { ok: false; problem: string }> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => resolve({ ok: false, problem: late }))
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
