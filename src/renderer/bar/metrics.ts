/** Limits of the tab bar. Its sizes are options: [tabs] and [ui]. */

/** From so many tabs on only those near the visible part are in the document. */
export const allInDocumentMax = 100

/** Tabs kept in the document on each side of the visible part. */
export const marginTabs = 4
