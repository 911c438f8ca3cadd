/**
 * An observable value, and the hook by which a component follows it. Nothing else
 * redraws the chrome.
 */
import { useLayoutEffect, useReducer } from 'preact/hooks'

export class Observable<Value> {
  #value: Value
  readonly #listeners = new Set<() => void>()

  constructor(value: Value) {
    this.#value = value
  }

  get value(): Value {
    return this.#value
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of [...this.#listeners]) listener()
  }

  /** @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Sets a value of plain data, unless it is equal to the old one as JSON. */
export function setIfChanged<Value>(cell: Observable<Value>, value: Value): void {
  if (JSON.stringify(value) !== JSON.stringify(cell.value)) cell.set(value)
}

/**
 * Calls the listener now and whenever the selected value has changed, compared as JSON.
 * @param cells the values from which `select` computes
 */
export function follow<Value>(
  cells: readonly Pick<Observable<unknown>, 'subscribe'>[],
  select: () => Value,
  listener: (value: Value) => void,
): void {
  let before: string | undefined
  const compare = (): void => {
    const value = select()
    const now = JSON.stringify(value)
    if (now === before) return
    before = now
    listener(value)
  }
  compare()
  for (const cell of cells) cell.subscribe(compare)
}

/** The values of several cells; the component is drawn again when one of them changes. */
export function useCells<Value>(cells: readonly Observable<Value>[]): Value[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const drawn = cells.map(({ value }) => value)
  useLayoutEffect(() => {
    if (cells.some(({ value }, index) => !Object.is(value, drawn[index]))) redraw(undefined)
    const ends = cells.map((cell) => cell.subscribe(() => redraw(undefined)))
    return () => {
      for (const end of ends) end()
    }
  }, cells)
  return drawn
}

/** The cell's value; the component is drawn again when it changes. */
export function useCell<Value>(cell: Observable<Value>): Value {
  const [value] = useCells([cell])
  return value as Value // of the one cell
}
