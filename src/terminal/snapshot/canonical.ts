/** Canonical order of keys, so that equal values are written as equal bytes. */

const order =
  'v epoch from rev at cols rows screen scroll baseY cursor modes keyboard title titles pen ' +
  'charsets level single tabs margins saved savedModes colors other cursors images links lines ' +
  'scrollback cut fresh y x wr pm cells row col visible style blink pending joins c w a fg ' +
  'bg ul l s n'

const ranks = new Map(order.split(' ').map((key, rank) => [key, rank]))

/** Cells are most of a message and usually in order, which is checked without a list of keys. */
function cellsInOrder(cells: readonly unknown[]): boolean {
  for (const cell of cells) {
    if (typeof cell !== 'object' || cell === null) return false
    let before = -1
    for (const key in cell) {
      const rank = cellRanks.get(key) ?? -1
      if (rank <= before) return false // also for an unknown key
      before = rank
    }
  }
  return true
}

const cellRanks = new Map('c w a fg bg ul l s n'.split(' ').map((key, rank) => [key, rank]))

/** Orders keys at every depth; ordered values are not copied. */
export function canonical<Value>(value: Value): Value {
  if (Array.isArray(value)) {
    if (cellsInOrder(value)) return value
    let copy: unknown[] | undefined
    for (const [index, one] of value.entries()) {
      const ordered: unknown = typeof one === 'object' ? canonical(one) : one
      if (ordered !== one) {
        copy ??= [...value]
        copy[index] = ordered
      }
    }
    return (copy ?? value) as Value // the same shape
  }
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value)
  let inOrder = true
  for (let index = 1; index < keys.length; index += 1)
    if (before(keys[index]!, keys[index - 1]!)) {
      inOrder = false
      break
    }
  if (!inOrder) keys.sort((one, other) => (before(one, other) ? -1 : 1))
  let copy: Record<string, unknown> | undefined = inOrder ? undefined : {}
  for (const key of keys) {
    const one = (value as Record<string, unknown>)[key]
    const ordered = typeof one === 'object' ? canonical(one) : one
    if (copy === undefined && ordered !== one) copy = { ...value } as Record<string, unknown>
    if (copy !== undefined) copy[key] = ordered
  }
  return (copy ?? value) as Value
}

/** Compares by rank, then alphabetically. */
function before(one: string, other: string): boolean {
  const difference = (ranks.get(one) ?? ranks.size) - (ranks.get(other) ?? ranks.size)
  return difference === 0 ? one < other : difference < 0
}
