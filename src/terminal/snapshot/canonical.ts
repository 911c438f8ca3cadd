/** One order of keys, so that equal values are written as equal bytes. */

const order =
  'v epoch from rev at cols rows screen scroll baseY cursor modes keyboard title titles pen ' +
  'charsets level single tabs margins saved savedModes colors other images links lines ' +
  'scrollback cut fresh y x wr pm cells row col visible style blink pending joins c w a fg ' +
  'bg ul l n'

const ranks = new Map(order.split(' ').map((key, rank) => [key, rank]))

/**
 * Cells are most of a message, and those that we make are in order: found out without a list of
 * keys.
 */
function cellsInOrder(cells: readonly unknown[]): boolean {
  for (const cell of cells) {
    if (typeof cell !== 'object' || cell === null) return false
    let before = -1
    for (const key in cell) {
      const rank = cellRank(key)
      if (rank <= before) return false // also a key that is none
      before = rank
    }
  }
  return true
}

function cellRank(key: string): number {
  switch (key) {
    case 'c':
      return 0
    case 'w':
      return 1
    case 'a':
      return 2
    case 'fg':
      return 3
    case 'bg':
      return 4
    case 'ul':
      return 5
    case 'l':
      return 6
    case 'n':
      return 7
    default:
      return -1
  }
}

/** Keys in one order at every depth; a value that is in order already is not copied. */
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

/** By rank; keys of the same kind (of modes, say) by the alphabet. */
function before(one: string, other: string): boolean {
  const difference = (ranks.get(one) ?? ranks.size) - (ranks.get(other) ?? ranks.size)
  return difference === 0 ? one < other : difference < 0
}
