/**
 * An observable value, and hooks with which components follow it. Only these hooks redraw the
 * interface.
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

  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Sets a value of plain data, unless its JSON is the same. */
export function setIfChanged<Value>(cell: Observable<Value>, value: Value): void {
  if (JSON.stringify(value) !== JSON.stringify(cell.value)) cell.set(value)
}

/** Calls the listener now and when the selected value's JSON changes. @param cells its sources */
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

/** Returns the values of several cells. Redraws the component when one of them changes. */
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

/** Returns the cell's value. Redraws the component when it changes. */
export function useCell<Value>(cell: Observable<Value>): Value {
  const [value] = useCells([cell])
  return value as Value
}
