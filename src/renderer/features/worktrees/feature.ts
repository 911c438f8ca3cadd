/** Worktrees of the active tab's repository: a list, and a question. */
import { createElement as h } from 'preact'
import type { Feature } from '../../page/page.ts'
import { RemoveWorktree } from './remove-worktree.tsx'
import { WorktreesPanel } from './worktree-list.tsx'
import { Worktrees } from './worktrees.ts'

export const worktreesFeature: Feature = (page) => {
  const list = (isNew: boolean) => (): boolean => {
    const session = page.state.focused.value
    if (session === null) return false
    page.get(Worktrees).now.set(null)
    page.get(Worktrees).act(session, { act: 'list' })
    page.overlays.open({ kind: 'worktrees', session, isNew })
    return true
  }
  return {
    actions: {
      new_worktree: list(true),
      list_worktrees: list(false),
      remove_worktree: () => {
        const session = page.state.focused.value
        if (session !== null) page.get(Worktrees).act(session, { act: 'check', path: null })
        return session !== null
      },
    },
    messages: { 'worktree/state': (message) => page.get(Worktrees).receive(message) },
    overlays: {
      worktrees: (overlay) => h(WorktreesPanel, { key: overlay.session, ...overlay }),
      'remove-worktree': (overlay) => h(RemoveWorktree, overlay),
    },
  }
}
