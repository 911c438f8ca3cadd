export interface Size {
  readonly cols: number
  readonly rows: number
}

/** Size of the terminal from an offset of its output on. */
export interface SizeFrom extends Size {
  readonly at: number
}

export function isSameSize(one: Size | null | undefined, other: Size | null | undefined): boolean {
  return one?.cols === other?.cols && one?.rows === other?.rows
}
