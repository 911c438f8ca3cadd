/**
 * The terminal that `vibeflow run` was called in: raw while the program has it, restored on every
 * way out, its size, its keys. Each of its two ends may be something else than a terminal.
 */
import { spawnSync } from 'node:child_process'
import type { ReadStream, WriteStream } from 'node:tty'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../core/ipc/limits.ts'
import type { Size } from '../../base/size.ts'
import { unknownSize } from './limits.ts'

export class OuterTerminal {
  readonly #input: ReadStream = process.stdin
  readonly #output: WriteStream = process.stdout
  #raw = false
  /** Settings of the terminal behind standard output, as `stty -g` writes them. */
  #settings: string | null = null

  get readsKeys(): boolean {
    return this.#input.isTTY
  }
  get shows(): boolean {
    return this.#output.isTTY
  }

  /** Bytes go both ways as they are. */
  raw(): void {
    if (this.#raw) return
    this.#raw = true
    if (this.shows) this.#settings ??= stty('-g')
    if (this.readsKeys) this.#input.setRawMode(true)
    // Node's raw mode still turns LF into CR LF, as the rest of a pipe behind us wants it.
    if (this.shows) stty('-opost')
  }

  restore(): void {
    if (!this.#raw) return
    this.#raw = false
    if (this.readsKeys) this.#input.setRawMode(false)
    if (this.#settings !== null) stty(this.#settings)
  }

  /** Of a terminal that knows its size; otherwise the usual one. */
  get size(): Size {
    const { columns, rows } = this.shows ? this.#output : usualOf(this.#input)
    return columns >= columnsMin && rows >= gridRowsMin
      ? { cols: Math.min(columns, columnsMax), rows: Math.min(rows, gridRowsMax) }
      : unknownSize
  }

  /** Node asks for the size anew when it is notified of a change, or when it is asked to. */
  measure(): void {
    if (this.shows) (this.#output as WriteStream & { _refreshSize?: () => void })._refreshSize?.()
  }
}

function usualOf(input: ReadStream): { readonly columns: number; readonly rows: number } {
  if (!input.isTTY) return { columns: 0, rows: 0 }
  const [rows = 0, columns = 0] = sttySize()
  return { columns, rows }
}

/** Of standard output's terminal, whatever standard input is. null: it cannot be asked. */
function stty(word: string): string | null {
  const { stdout } = spawnSync('stty', [word], { stdio: [1, 'pipe', 'ignore'] })
  const said = stdout?.toString('latin1').trim() ?? ''
  return said === '' ? null : said
}

/** Rows and columns of the terminal that keys come from. */
function sttySize(): number[] {
  const { stdout } = spawnSync('stty', ['size'], { stdio: [0, 'pipe', 'ignore'] })
  return (stdout?.toString('latin1') ?? '').trim().split(' ').map(Number)
}
