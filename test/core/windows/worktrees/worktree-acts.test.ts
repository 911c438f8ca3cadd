/** A page's requests about worktrees, with a desk that records them. */
import { expect, test } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import type { MainMessage } from '../../../../src/core/ipc/contract.ts'
import type { WorktreeAct } from '../../../../src/core/windows/worktrees/worktree-view.ts'
import type { WorktreeCalls } from '../../../../src/core/windows/worktrees/worktree-calls.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { makeWorkspace } from '../../../support/windows/make-workspace.ts'

const made = { path: '/src/api-x', branch: 'x', isNew: true, notes: [] as string[] }

function setUp(calls: Partial<WorktreeCalls>) {
  const clock = new FakeClock()
  const none = () => Promise.resolve({ problem: 'none' })
  const asked: unknown[] = []
  const worktrees: WorktreeCalls = {
    ...{ list: none, find: none, check: none, remove: none },
    create: (...words) => {
      asked.push(words)
      return Promise.resolve(made)
    },
    ...calls,
  }
  const workspace = makeWorkspace({ clock, start: fakeStart().start, registry: { worktrees } })
  const sent: MainMessage[] = []
  workspace.connect((message) => sent.push(message))
  workspace.receive({ kind: 'page/ready' })
  const session = workspace.newTabs.open({ directory: '/src/api' })!
  const act = async (act: WorktreeAct) => {
    workspace.receive({ kind: 'worktree/act', session, do: act })
    await new Promise((go) => setImmediate(go))
  }
  const notices = () => sent.flatMap((one) => (one.kind === 'page/notice' ? [one.text] : []))
  const programs = () =>
    workspace.strip.sessions.all.map(({ program }) => {
      const { command, directory } = program.facts()
      return `${command.program} in ${directory}`
    })
  return { act, asked, clock, notices, programs, sent, session, workspace }
}

test('a new worktree gets a tab with the shell, or an agent of ai.tools', async () => {
  const { act, asked, programs } = setUp({})
  const [tool = ''] = defaults.ai.tools
  await act({ act: 'new', branch: 'x' })
  await act({ act: 'new', branch: null, tool })
  await act({ act: 'new', branch: null, tool: 'rm' })
  expect(asked).toEqual([
    ['/src/api', 'x', null],
    ['/src/api', null, tool],
    ['/src/api', null, null],
  ])
  expect(programs()).toEqual([
    '/bin/bash in /src/api',
    '/bin/bash in /src/api-x',
    `${tool} in /src/api-x`,
    '/bin/bash in /src/api-x',
  ])
})

test('an unknown profile and a refusal are notices, and open nothing', async () => {
  const { act, asked, notices, workspace } = setUp({})
  await act({ act: 'new', branch: null, profile: 'gone' })
  expect(asked).toEqual([])
  expect(notices()).toEqual([expect.stringContaining('gone')])
  await act({ act: 'open', path: '/x' })
  await act({ act: 'check', path: null })
  expect(notices().slice(1)).toEqual(['none', 'none'])
  expect(workspace.strip.tabs).toHaveLength(1)
})

test('a slow worktree has a notice, and its tab opens in the background', async () => {
  let finish = (): void => undefined
  const create = () =>
    new Promise<typeof made>((resolve) => {
      finish = () => resolve({ ...made, notes: ['The hook post-checkout did not run.'] })
    })
  const { act, clock, notices, session, workspace } = setUp({ create })
  await act({ act: 'new', branch: 'x' })
  expect(notices()).toEqual([])
  clock.advance(2_000)
  expect(notices()).toEqual(['Creating a worktree of /src/api…'])
  finish()
  await act({ act: 'list' })
  expect(workspace.strip.tabs).toHaveLength(2)
  expect(workspace.strip.focused).toBe(session)
  expect(notices().at(-1)).toBe('Created x in /src/api-x. The hook post-checkout did not run.')
})

test('a list that cannot be read is answered with the reason', async () => {
  const { act, sent, session } = setUp({})
  await act({ act: 'list' })
  expect(sent.at(-1)).toEqual({
    ...{ kind: 'worktree/state', session, list: null, removal: null, problem: 'none' },
  })
})
