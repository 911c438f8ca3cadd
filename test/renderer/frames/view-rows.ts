/** The rows that a view has. */
import type { FrameView } from '../../../src/renderer/grid/frames/frame-view.ts'
import type { FrameLink } from '../../support/frames/frame-link.ts'

export const topOf = ({ buffers: { normal } }: FrameView): number =>
  normal.packed.first + normal.packed.count

export const all =
  ({ page: { view } }: FrameLink) =>
  () => ({ from: view.dropped, end: topOf(view) })
