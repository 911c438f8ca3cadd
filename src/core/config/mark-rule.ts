/** A rule for marks of tabs (`[[mark]]`), and the colors of marks. */

export const markColors = [
  ...(['red', 'orange', 'yellow', 'green'] as const),
  ...(['blue', 'purple', 'pink', 'gray'] as const),
] as const
export type MarkColor = (typeof markColors)[number]

/** UTF-16 units of a sign: an emoji may consist of a dozen code points. */
export const signUnitsMax = 32

/** A mark and the tabs that have it. */
export interface MarkRule {
  /** Name of a project; empty for all. */
  readonly project: string
  /** Id of an agent, such as `claude`; empty for all. */
  readonly agent: string
  /** A directory with all that are in it; empty for all. */
  readonly directory: string
  /** Empty for no color. */
  readonly color: MarkColor | ''
  /** Empty for no sign. */
  readonly sign: string
}
