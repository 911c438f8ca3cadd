/** The worktrees of a tab's repository with their tabs, and rows that create one. */
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { lineCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { branchProblem } from '../../../core/windows/worktrees/branch-name.ts'
import type { WorktreeAct, WorktreeRow } from '../../../core/windows/worktrees/worktree-view.ts'
import { Stripe } from '../../bar/stripe.tsx'
import { ListDialog, useMarked, type ListGroup } from '../../overlay/list-dialog.tsx'
import { usePage, useSession } from '../../page/page-context.ts'
import type { Page } from '../../page/page.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'
import { Worktrees } from './worktrees.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly act: WorktreeAct
  /** Absent in a row that creates a worktree. */
  readonly worktree?: WorktreeRow
}

export function WorktreesPanel({ session, isNew }: Overlay & { kind: 'worktrees' }): JSX.Element {
  const page = usePage()
  const worktrees = page.get(Worktrees)
  const state = useCell(worktrees.now)
  const [text, setText] = useState('')
  const list = state?.session === session ? state.list : null
  const wanted = text.trim()
  const there = (list?.worktrees ?? []).filter(({ branch, path }) =>
    `${branch ?? ''} ${path}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  const rows = there.map(rowOf)
  const isTaken = list?.worktrees.some(({ branch }) => branch === wanted) === true
  const problem = wanted === '' ? null : branchProblem(wanted)
  const created = list === null || isTaken || problem !== null ? [] : newRows(page, session, wanted)
  const groups: readonly ListGroup<Row>[] = isNew
    ? [newGroup(created), oldGroup(rows)]
    : [oldGroup(rows), newGroup(created)]
  const all = groups.flatMap(({ items }) => items)
  const marked = useMarked(all)
  return (
    <ListDialog
      name="Worktrees"
      look="palette"
      field={{
        name: 'Branch',
        placeholder: 'Name of a new branch, or part of an existing one',
        text,
        type: setText,
      }}
      rowsName="Worktrees"
      groups={groups.filter(({ items }) => items.length > 0)}
      marked={marked}
      draw={(row) => <Drawn row={row} />}
      choose={({ act }) => page.overlays.dismissThen(() => worktrees.act(session, act))}
      ownKey={(event) => {
        const { item } = marked
        if (event.key !== 'Delete' || !event.shiftKey || item?.worktree === undefined) return false
        event.preventDefault()
        const { path } = item.worktree
        page.overlays.dismissThen(() => worktrees.act(session, { act: 'check', path }))
        return true
      }}
      none={
        state?.problem ?? (list === null ? 'Reading the repository…' : (problem ?? 'No results'))
      }
      more={list?.more ?? 0}
    >
      {list !== null && (
        <p class="list-empty soft">Enter opens a worktree. Shift+Delete asks to remove it.</p>
      )}
    </ListDialog>
  )
}

const newGroup = (items: readonly Row[]) => ({ heading: 'New worktree', items })
const oldGroup = (items: readonly Row[]) => ({ heading: 'Worktrees', items })

function rowOf(worktree: WorktreeRow): Row {
  const { branch, head, path, main, note, tabs } = worktree
  return {
    id: path,
    title: safeText(branch ?? `(no branch) ${head.slice(0, 12)}`, lineCharactersMax),
    note: note ?? (tabs.length > 0 ? tabText(tabs) : main ? 'main worktree' : 'no tab'),
    act: { act: 'open', path },
    worktree,
  }
}

function tabText([first, ...others]: WorktreeRow['tabs']): string {
  if (first === undefined) return ''
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `${first.state}: ${first.title}${more}`
}

/** Returns a row for the shell, the agent of the active tab, and each profile. */
function newRows(page: Page, session: string, wanted: string): Row[] {
  const { profiles, ai } = page.state.options.value
  const branch = wanted === '' ? null : wanted
  const row = (note: string, more: { profile?: string; tool?: string } = {}): Row => ({
    id: `new ${note}`,
    title: branch === null ? 'New worktree with a free name' : `New worktree: ${branch}`,
    note,
    act: { act: 'new', branch, ...more },
  })
  const view = page.state.views().find(({ id }) => id === session)
  const tool = ai.tools.find((one) => one === view?.agent?.tool)
  return [
    ...(tool === undefined ? [] : [row(tool, { tool })]),
    row('shell'),
    ...Object.keys(profiles).map((profile) => row(`profile ${profile}`, { profile })),
  ]
}

function Drawn({ row: { title, note, worktree } }: { readonly row: Row }): JSX.Element {
  const view = useSession(worktree?.tabs[0]?.session)
  return (
    <>
      {view !== null && <Stripe view={view} inView={false} />}
      <span class="list-title cut">{title}</span>
      {worktree !== undefined && (
        <span class="list-subtitle note cut">{safeText(worktree.path, lineCharactersMax)}</span>
      )}
      <span class="list-note note">{note}</span>
    </>
  )
}
