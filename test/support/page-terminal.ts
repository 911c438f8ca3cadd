/** What the page makes of output, without a page: @xterm/headless, of the version of the page's xterm.js, adapted as each grid is. */
import { Terminal } from '@xterm/headless'
import { unicodeProvider, type Links } from '../../src/core/vt/index.ts'
import { adaptXterm, type AdaptedHandler } from '../../src/renderer/grid/adapt-xterm.ts'

export interface InsideLine {
  readonly _data: Uint32Array
  readonly _combined: Readonly<Record<number, string>>
  readonly _extendedAttrs: Readonly<Record<number, { readonly urlId: number } | undefined>>
  readonly isWrapped: boolean
  loadCell(column: number, cell: unknown): unknown
}

interface Core {
  readonly _inputHandler: AdaptedHandler & { parse(bytes: Uint8Array): void }
  readonly _oscLinkService: { getLinkData(link: number): { readonly uri: string; readonly id: string } | undefined }
  readonly buffers: { readonly normal: { readonly markers: readonly unknown[] } }
  readonly buffer: { readonly lines: { get(index: number): InsideLine | undefined }; readonly ybase: number }
}

export class PageTerminal {
  readonly terminal: Terminal
  readonly core: Core
  readonly links: Links
  /** What xterm.js has thrown. */
  readonly failures: unknown[] = []

  constructor({ cols = 80, rows = 24, scrollback = 10_000 }: { cols?: number; rows?: number; scrollback?: number } = {}) {
    this.terminal = new Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: 'off' })
    this.terminal.unicode.register(unicodeProvider)
    this.terminal.unicode.activeVersion = unicodeProvider.version
    this.core = (this.terminal as unknown as { readonly _core: Core })._core // where the page's terminal has it, too
    this.links = adaptXterm(this.core._inputHandler, (error) => { this.failures.push(error) })
  }

  write(bytes: Uint8Array): void {
    this.core._inputHandler.parse(bytes)
  }

  get markers(): number {
    return this.core.buffers.normal.markers.length
  }

  /** Rows count from the oldest of the history. */
  line(row: number): InsideLine {
    return this.core.buffer.lines.get(row) as InsideLine // the caller knows that it is there
  }

  text(row: number, column: number): string {
    return this.terminal.buffer.active.getLine(row)?.getCell(column)?.getChars() ?? ''
  }

  /** The address of a cell's link; "" without one. */
  linkAt(row: number, column: number): string {
    const line = this.line(row)
    if (((line._data[column * 3 + 2] ?? 0) & 0x1000_0000) === 0) return ''
    return this.core._oscLinkService.getLinkData(line._extendedAttrs[column]?.urlId ?? 0)?.uri ?? ''
  }
}
