/** Axis of the tab strip: left to right, or top to bottom in a sidebar. */
export interface TabAxis {
  readonly column: boolean
  readonly scroll: 'scrollLeft' | 'scrollTop'
  readonly scrollSize: 'scrollWidth' | 'scrollHeight'
  readonly clientSize: 'clientWidth' | 'clientHeight'
  readonly pointer: 'clientX' | 'clientY'
  /** Edges of a box where the strip starts and ends. */
  readonly begin: 'left' | 'top'
  readonly end: 'right' | 'bottom'
  /** CSS of a size along the strip, and of a position in it, px. */
  readonly size: (px: number) => { readonly width: string } | { readonly height: string }
  readonly place: (px: number) => string
}

const row: TabAxis = {
  column: false,
  scroll: 'scrollLeft',
  scrollSize: 'scrollWidth',
  clientSize: 'clientWidth',
  pointer: 'clientX',
  begin: 'left',
  end: 'right',
  size: (px) => ({ width: `${px}px` }),
  place: (px) => `translateX(${px}px)`,
}

const column: TabAxis = {
  column: true,
  scroll: 'scrollTop',
  scrollSize: 'scrollHeight',
  clientSize: 'clientHeight',
  pointer: 'clientY',
  begin: 'top',
  end: 'bottom',
  size: (px) => ({ height: `${px}px` }),
  place: (px) => `translateY(${px}px)`,
}

export function tabAxisOf(isColumn: boolean): TabAxis {
  return isColumn ? column : row
}
