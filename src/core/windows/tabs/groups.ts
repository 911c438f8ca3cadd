/** Groups tabs by project in the sidebar (`tabs.group_by`). */

/** Consecutive tabs under one heading. */
export interface TabGroup {
  readonly name: string
  readonly tabs: number
}

/** Heading of tabs without a project. */
export const noProject = 'Other'

/** Returns the tabs by group: groups in the order of their first tabs, tabs in their own order. */
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

/** Returns the groups of tabs in grouped order. */
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

/** Returns the first tab of the group of tab `index`, and the one after its last. */
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
