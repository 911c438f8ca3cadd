/** Replaces a terminal's DOM renderer by another, as `WebglAddon` of @xterm/addon-webgl does. */
import type { Terminal } from '@xterm/xterm'
import { coreOf } from '../xterm-names.ts'
import type { ThemeColors } from './backgrounds.ts'

interface Disposes {
  dispose(): void
}

/** Parts of a terminal that a renderer needs, in the order of the addon's constructor. */
export type Services = readonly [
  joiner: object,
  charSize: { readonly width: number; readonly height: number },
  browser: { readonly dpr: number; readonly window: Window },
  core: object,
  decorations: object,
  options: {
    readonly rawOptions: { readonly rescaleOverlappingGlyphs: boolean }
    onOptionChange(listener: () => void): Disposes
  },
  theme: { readonly colors: ThemeColors; onChangeColors(listener: () => void): Disposes },
]

interface Core {
  readonly _characterJoinerService: Services[0]
  readonly _charSizeService: Services[1]
  readonly _coreBrowserService: Services[2]
  readonly coreService: Services[3]
  readonly _decorationService: Services[4]
  readonly optionsService: Services[5]
  readonly _themeService: Services[6]
  readonly _renderService: {
    setRenderer(renderer: Disposes): void
    handleResize(cols: number, rows: number): void
  }
  _createRenderer(): Disposes
}

/**
 * Draws an opened terminal with a new `Renderer`.
 * @returns a function that restores the DOM renderer
 * @throws if the renderer cannot be made, for example without a WebGL context
 */
export function useRenderer(
  terminal: Terminal,
  Renderer: new (terminal: Terminal, ...services: Services) => Disposes,
): () => void {
  const core = coreOf<Core>(terminal)
  const { _renderService: service } = core
  const renderer = new Renderer(
    terminal,
    core._characterJoinerService,
    core._charSizeService,
    core._coreBrowserService,
    core.coreService,
    core._decorationService,
    core.optionsService,
    core._themeService,
  )
  service.setRenderer(renderer)
  return () => {
    renderer.dispose()
    service.setRenderer(core._createRenderer())
    service.handleResize(terminal.cols, terminal.rows)
  }
}
