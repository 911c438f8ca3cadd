/** The terminal in which `vibeflow run` was started. Either end may be redirected. */
import { spawnSync } from 'node:child_process'
import type { ReadStream, WriteStream } from 'node:tty'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../../core/ipc/limits.ts'
import type { Size } from '../../../base/sizes/size.ts'
import { unknownSize } from './limits.ts'

export class OuterTerminal {
  readonly #input: ReadStream = process.stdin
  readonly #output: WriteStream = process.stdout
  #raw = false
  /** Settings of the terminal at standard output, in the format of `stty -g`. */
  #settings: string | null = null

  get readsKeys(): boolean {
    return this.#input.isTTY
  }
  get shows(): boolean {
    return this.#output.isTTY
  }

  /** Makes bytes pass unchanged in both directions. */
  raw(): void {
    if (this.#raw) return
    this.#raw = true
    if (this.shows) this.#settings ??= stty('-g')
    if (this.readsKeys) this.#input.setRawMode(true)
    // Node's raw mode still turns LF into CR LF, as a following pipe needs it.
    if (this.shows) stty('-opost')
  }

  restore(): void {
    if (!this.#raw) return
    this.#raw = false
    if (this.readsKeys) this.#input.setRawMode(false)
    if (this.#settings !== null) stty(this.#settings)
  }

  /** Size of the terminal, or the default if it does not know it. */
  get size(): Size {
    const { columns, rows } = this.shows ? this.#output : inputSize(this.#input)
    return columns >= columnsMin && rows >= gridRowsMin
      ? { cols: Math.min(columns, columnsMax), rows: Math.min(rows, gridRowsMax) }
      : unknownSize
  }

  /** Makes Node read the size again, which it otherwise does only on SIGWINCH. */
  measure(): void {
    if (this.shows) (this.#output as WriteStream & { _refreshSize?: () => void })._refreshSize?.()
  }
}

/** Runs stty for the terminal at standard output. Returns `null` on failure. */
function stty(word: string): string | null {
  const { stdout } = spawnSync('stty', [word], { stdio: [1, 'pipe', 'ignore'] })
  const said = stdout?.toString('latin1').trim() ?? ''
  return said === '' ? null : said
}

/** Returns the size of the terminal at standard input, or 0x0. */
function inputSize(input: ReadStream): { readonly columns: number; readonly rows: number } {
  if (!input.isTTY) return { columns: 0, rows: 0 }
  const { stdout } = spawnSync('stty', ['size'], { stdio: [0, 'pipe', 'ignore'] })
  const [rows = 0, columns = 0] = (stdout?.toString('latin1') ?? '').trim().split(' ').map(Number)
  return { columns, rows }
}
