/**
 * An observable value, and the hook by which a component follows it. Nothing else
 * redraws the chrome.
 */
import { useLayoutEffect, useReducer } from 'preact/hooks'

export class Cell<Value> {
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

/** The values of several cells; the component is drawn again when one of them changes. */
export function useCells<Value>(cells: readonly Cell<Value>[]): Value[] {
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
export function useCell<Value>(cell: Cell<Value>): Value {
  const [value] = useCells([cell])
  return value as Value // of the one cell
}
