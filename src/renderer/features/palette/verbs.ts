/** Order of the palette while the field is empty: actions with the same verb together. */

/** Heading of actions with a verb of their own. */
const rest = 'More'

interface UnderVerb<Item> {
  readonly item: Item
  readonly heading: string
}

/** @param labelOf starts with a verb. Verbs keep the order of their first occurrence. */
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
