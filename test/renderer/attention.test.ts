/** Where the key leads from the page's point of view, and which tab was looked at before. */
import { describe, expect, it } from 'vitest'
import type { PageMessage } from '../../src/core/ipc/contract.ts'
import { uiDefaults } from '../../src/core/view/ui-options.ts'
import { Attention } from '../../src/renderer/attention/attention.ts'
import type { Page } from '../../src/renderer/page.ts'
import { Cell } from '../../src/renderer/state/cell.ts'
import { Recent } from '../../src/renderer/state/recent.ts'
import { tabView } from '../core/view/views.ts'

function make({ across = true, active = 'a' } = {}) {
  const done: string[] = []
  const page = {
    state: { window: 'w1', ui: new Cell({ ...uiDefaults, attentionAcrossWindows: across }), active: new Cell<string | null>(active), tab: (id: string) => ['a', 'b'].includes(id) ? {} : undefined },
    send: (message: PageMessage) => done.push(JSON.stringify(message)),
    activate: (id: string) => done.push(`activate ${id}`),
  } as unknown as Page // the parts that it uses
  const attention = new Attention(page)
  const row = (window: string, id: string, since: number) => ({ window, view: tabView({ id, state: 'waiting', agent: { since } }) })
  attention.heard({ kind: 'windows/state', windows: [], reopenable: 2, rows: [row('w2', 'c', 1), row('w1', 'b', 2)] })
  return { attention, done }
}

describe('attention of a page', () => {
  it('asks the main process for a tab of another window, and shows its own at once', () => {
    const { attention, done } = make()
    expect([attention.go(1), attention.go(-1), attention.reopenable.value]).toEqual([true, true, 2])
    expect(done).toEqual(['{"kind":"attention/go","tab":"c"}', 'activate b'])
  })

  it('stays in its window if the user wants that', () => {
    const { attention, done } = make({ across: false })
    expect([attention.go(1), done]).toEqual([true, ['activate b']])
  })

  it('has nothing to do when the one in view is the only one: the key is the program', () => {
    const { attention, done } = make({ across: false, active: 'b' })
    expect([attention.go(1), done]).toEqual([false, []])
  })
})

describe('recent', () => {
  it('leads back, and forgets tabs that are gone', () => {
    const recent = new Recent()
    for (const tab of ['a', 'b', null, 'c', 'b']) recent.note(tab)
    expect([recent.before(['a', 'b', 'c']), recent.before(['a', 'b']), recent.before(['b']), new Recent().before([])]).toEqual(['c', 'a', null, null])
  })
})
