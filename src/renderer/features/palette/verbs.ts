/** The palette's order while nothing is searched for: what begins with one verb stands together. */

/** Of what shares its verb with nothing else. */
const rest = 'More'

export interface UnderVerb<Item> {
  readonly item: Item
  readonly heading: string
}

/** @param labelOf begins with a verb; verbs stand in the order in which they are met first */
export function byVerb<Item>(
  items: readonly Item[],
  labelOf: (item: Item) => string,
): readonly UnderVerb<Item>[] {
  const verbs = new Map<string, Item[]>()
  for (const item of items) {
    const verb = labelOf(item).split(' ')[0] ?? ''
    verbs.set(verb, [...(verbs.get(verb) ?? []), item])
  }
  const shared = [...verbs].filter(([, all]) => all.length > 1)
  const single = [...verbs].filter(([, all]) => all.length === 1)
  return [...shared, ...single.map(([, all]) => [rest, all] as const)].flatMap(([heading, all]) =>
    all.map((item) => ({ item, heading })),
  )
}
