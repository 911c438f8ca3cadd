/** Limits of split tabs. */

/** Panes of one tab. A window of 4 000 px has no room for more that could be read. */
export const panesMax = 32

/** The least share of a split that each side keeps, so that a divider can always be taken again. */
export const ratioMin = 0.1

/** What `resize_pane_*` moves a divider by, as a share of its split. */
export const ratioStep = 0.05

/** Columns and rows that each half of a split has at least: a prompt can be read. */
export const splitColumnsMin = 10
export const splitRowsMin = 2

/** Between two panes, px. The divider is drawn 1 px wide in the middle. */
export const dividerWidth = 5
