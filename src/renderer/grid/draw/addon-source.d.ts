/**
 * Types of the sources that @xterm/addon-webgl 0.19.0 and @xterm/xterm 6.0.0 ship, as far as the
 * software renderer uses them. The packages' bundles do not export these classes. tsconfig.json
 * gives all of these modules the types in this file.
 */
import type { Terminal } from '@xterm/xterm'
import type { ModelCursor, Model, WebglRenderer as Renderer } from './webgl-inside.ts'

export declare class Disposable {
  dispose(): void
  _register<Part extends { dispose(): void }>(part: Part): Part
}
export declare class MutableDisposable extends Disposable {
  value: { dispose(): void } | undefined
}
export declare function toDisposable(dispose: () => void): { dispose(): void }
export declare class Emitter extends Disposable {
  readonly event: object
}

export declare const WebglRenderer: {
  new (terminal: Terminal, ...services: readonly unknown[]): Renderer & Disposable
  readonly prototype: Renderer
}
export declare const RectangleRenderer: {
  readonly prototype: {
    updateCursor(model: { readonly cursor: { dpr: number } | undefined }): void
  }
}
export declare const TextureAtlas: { maxAtlasPages?: number; maxTextureSize?: number }
export declare class RenderModel implements Model {
  readonly cells: Uint32Array<ArrayBuffer>
  readonly lineLengths: Uint32Array
  readonly selection: object
  readonly cursor: ModelCursor | undefined
  resize(cols: number, rows: number): void
}
export declare class CellColorResolver {
  constructor(terminal: Terminal, options: object, selection: object, ...services: object[])
}
export declare class LinkRenderLayer extends Disposable {
  constructor(container: HTMLElement, zIndex: number, terminal: Terminal, ...services: object[])
  resize(terminal: object, dimensions: Renderer['dimensions']): void
  readonly _ctx: CanvasRenderingContext2D
  readonly _deviceCellWidth: number
  readonly _deviceCellHeight: number
  readonly _coreBrowserService: { readonly dpr: number }
  _fillBottomLineAtCells(x: number, y: number, width?: number): void
  _clearCells(x: number, y: number, width: number, height: number): void
}
export declare function removeTerminalFromCache(terminal: Terminal): void
export declare class CellData {
  readonly fg: number
}
export declare function createRenderDimensions(): Renderer['dimensions']
/** Returns whether a glyph of this width is drawn narrower because its character has one cell. */
export declare function allowRescaling(
  code: number,
  cells: number,
  glyphWidth: number,
  cellWidth: number,
): boolean
