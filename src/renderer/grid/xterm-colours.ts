/** The colors that xterm.js draws with. */
import type { Terminal } from '@xterm/xterm'
import { coreOf } from './xterm-names.ts'

type XtermRgb = [number, number, number]

interface Colour {
  readonly rgba: number
}

interface Core {
  readonly _themeService: {
    onChangeColors(listener: () => void): unknown
    readonly colors: {
      readonly ansi: readonly Colour[]
      readonly foreground: Colour
      readonly background: Colour
      readonly cursor: Colour
      readonly cursorAccent: Colour
    }
  }
}

export class XtermColours {
  readonly #theme: Core['_themeService']

  /** @param terminal has been opened */
  constructor(terminal: Terminal) {
    this.#theme = coreOf<Core>(terminal)._themeService
  }

  /** Calls the listener when the theme or a program changes a color. */
  onChange(listener: () => void): void {
    this.#theme.onChangeColors(listener)
  }

  palette(index: number): XtermRgb {
    return rgb(this.#theme.colors.ansi[index])
  }

  dynamic(code: 10 | 11 | 12): XtermRgb {
    const { foreground, background, cursor } = this.#theme.colors
    return rgb({ 10: foreground, 11: background, 12: cursor }[code])
  }

  /** Color of the character under a block cursor. */
  get cursorText(): XtermRgb {
    return rgb(this.#theme.colors.cursorAccent)
  }
}

function rgb({ rgba } = { rgba: 0 }): XtermRgb {
  return [rgba >>> 24, (rgba >>> 16) & 0xff, (rgba >>> 8) & 0xff]
}
