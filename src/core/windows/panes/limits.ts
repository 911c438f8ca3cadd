/** Panes of one tab: a window of 4,000 px has no space for more readable ones. */
export const panesMax = 32

/** Minimum share of each side, so that a divider can always be grabbed. */
export const ratioMin = 0.1

/** Step of `resize_pane_*`, as a share of the split. */
export const ratioStep = 0.05

/** Minimum columns and rows of a half, enough for a prompt. */
export const splitColumnsMin = 10
export const splitRowsMin = 2

/** Gap between two panes, px; the divider is a line of 1 px in its middle. */
export const dividerWidth = 5
