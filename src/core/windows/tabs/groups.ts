/** Tabs of one project stand together in the sidebar (`tabs.group_by`). */

/** Tabs that follow each other under one heading. */
export interface TabGroup {
  readonly name: string
  readonly tabs: number
}

/** The heading of tabs that have no project. */
export const noProject = 'No project'

/**
 * The same tabs, those of a group together: groups as their first tabs follow each other, tabs in a
 * group as they did.
 */
export function groupTabs<Tab>(
  order: readonly Tab[],
  nameOf: (tab: Tab) => string,
): readonly Tab[] {
  const groups = new Map<string, Tab[]>()
  for (const tab of order) {
    const name = nameOf(tab)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [tab])
    else group.push(tab)
  }
  return [...groups.values()].flat()
}

/** Of tabs that stand together already. */
export function groupsOf<Tab>(
  order: readonly Tab[],
  nameOf: (tab: Tab) => string,
): readonly TabGroup[] {
  const groups: { name: string; tabs: number }[] = []
  for (const tab of order) {
    const [name, last] = [nameOf(tab), groups.at(-1)]
    if (last?.name === name) last.tabs += 1
    else groups.push({ name, tabs: 1 })
  }
  return groups
}

/** The first tab of the group in which the tab `index` is, and the one behind its last. */
export function groupAround(
  groups: readonly Pick<TabGroup, 'tabs'>[],
  index: number,
): { readonly from: number; readonly to: number } {
  let from = 0
  for (const { tabs } of groups) {
    if (index < from + tabs) return { from, to: from + tabs }
    from += tabs
  }
  return { from: 0, to: Infinity }
}
