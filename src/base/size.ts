/** The size of a terminal, in cells. */
export interface Size {
  readonly cols: number
  readonly rows: number
}

/** Output was printed at this size from an offset on. */
export interface SizeFrom extends Size {
  readonly at: number
}

export function isSameSize(one: Size | null | undefined, other: Size | null | undefined): boolean {
  return one?.cols === other?.cols && one?.rows === other?.rows
}
