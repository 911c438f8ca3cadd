/** All that is put in the place of parts of xterm.js 6.0.0's input handler, buffers and lines, in its order: for the grids of the page, and for tests on @xterm/headless. */
import type { Links } from '../../core/vt/index.ts'
import { boundCells, type RepeatingHandler } from './bounded-cells.ts'
import { eraseAbove, type ErasingHandler } from './erase-above.ts'
import { fillFast } from './fast-fill.ts'
import { printFast, type Handler } from './fast-print.ts'
import { guardHandlers } from './guarded-handlers.ts'
import { slabLinesOf } from './line-slabs.ts'
import { ownLinks, type LinkHandler } from './links-inside.ts'
import { wholeBuffers, type XtermBuffer } from './whole-buffers.ts'

export type AdaptedHandler = Handler & LinkHandler & RepeatingHandler & ErasingHandler & { readonly _bufferService: { readonly buffers: { readonly normal: XtermBuffer } } }

/**
 * `failed`: a sequence made xterm.js throw; the rest is parsed all the same.
 * @returns the links of the terminal. @throws where xterm.js is another than the one this was written for
 */
export function adaptXterm(handler: AdaptedHandler, failed: (error: unknown) => void): Links {
  const links = ownLinks(handler)
  boundCells(handler)
  printFast(handler)
  eraseAbove(handler)
  const line = handler._activeBuffer.lines.get(0)
  fillFast(line)
  slabLinesOf(line)
  wholeBuffers(handler._bufferService.buffers.normal)
  guardHandlers(handler, failed)
  return links
}
