/** Sizes of the tab bar: the defaults of behaviour/config.md [tabs] and [ui]. */
import { barHeight, rowHeight } from '../../core/view/tab-layout.ts'

export const widthMin = 80
export const widthMax = 250
export const uiFontSize = 13
export const row = rowHeight(uiFontSize)
export const height = barHeight(row)

/** From so many tabs on only those near the visible part are in the document. */
export const allInDocumentMax = 100

/** Tabs kept in the document on each side of the visible part. */
export const marginTabs = 4
