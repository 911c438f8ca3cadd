/** Lists of worktrees from several running apps. */
import type { WorktreeList } from '../../core/windows/worktrees/worktree-view.ts'

/** Returns the worktrees of a list with the tabs of other apps, each tab once. */
export function joinTabs(
  own: WorktreeList,
  others: readonly WorktreeList[],
): WorktreeList['worktrees'] {
  const rows = others.flatMap(({ worktrees }) => worktrees)
  return own.worktrees.map((one) => {
    const same = [one, ...rows.filter(({ path }) => path === one.path)]
    const tabs = new Map(same.flatMap((row) => row.tabs).map((tab) => [tab.session, tab]))
    return { ...one, tabs: [...tabs.values()] }
  })
}
