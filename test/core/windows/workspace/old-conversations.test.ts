/** Conversations from the palette: what the page gets, and what is opened for it. */
import { expect, it } from 'vitest'
import type { FoundConversation, SearchEnd } from '../../../../src/agents/conversations/found.ts'
import type { MainMessage } from '../../../../src/core/ipc/contract.ts'
import type { WorkspacePorts } from '../../../../src/core/windows/workspace/workspace-ports.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import { having } from '../../config/having.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { asSession } from '../../../support/windows/ids.ts'
import { makeWorkspace } from '../../../support/windows/make-workspace.ts'

const conversation: FoundConversation = {
  ...{ agent: 'claude', account: '', id: 'a1', directory: '/srv/api' },
  ...{ at: 1, prompt: 'Fix the build', line: 'the build' },
}

type Events = Parameters<WorkspacePorts['conversations']['search']>[1]

function make(
  found: Partial<FoundConversation> = {},
  changes: Partial<Parameters<typeof makeWorkspace>[0]> = {},
) {
  const clock = new FakeClock()
  const { ptys, start } = fakeStart()
  const asked: { text: string; events: Events; isCanceled: boolean }[] = []
  const workspace = makeWorkspace({
    clock,
    start,
    directoryOf: () => '/srv/api',
    foreground: () => ({ name: 'bash', isFirst: true, directory: '/srv/api' }),
    conversations: {
      search: ({ text }, events) => {
        const search = { text, events, isCanceled: false }
        asked.push(search)
        return () => {
          search.isCanceled = true
        }
      },
      directory: (path) => Promise.resolve(path === '/gone' ? null : path),
    },
    ...changes,
  })
  const sent: MainMessage[] = []
  workspace.page.connect((message) => sent.push(message))
  workspace.receive({ kind: 'page/ready' })
  workspace.receive({ kind: 'conversations/find', request: 1, text: 'build' })
  asked[0]?.events.found({ ...conversation, ...found })
  const open = async (fork = false, request = 1) => {
    workspace.receive({ kind: 'conversations/open', request, index: 0, fork })
    await Promise.resolve()
    await Promise.resolve()
    workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 80, rows: 24 })
    clock.advance(500) // a shell that starts has no prompt yet
    for (const pty of ptys) {
      pty.readBy = { group: pty.pid, canonical: false }
      pty.print('\x1b]133;A\x07$ \x1b]133;B\x07')
    }
    clock.advance(500)
    return ptys.map(({ launch, written }) => [launch.directory, written])
  }
  const notices = () => sent.flatMap((one) => (one.kind === 'page/notice' ? one.text : []))
  return { asked, notices, open, sent, workspace }
}

it('passes results on, and a new search cancels the one before', () => {
  const { asked, sent, workspace } = make()
  const end: SearchEnd = { stopped: null, transcripts: 1 }
  asked[0]?.events.ended(end)
  workspace.receive({ kind: 'conversations/find', request: 2, text: '' })
  workspace.receive({ kind: 'conversations/stop' })
  expect(sent.filter(({ kind }) => kind === 'conversations/found')).toMatchObject([
    { request: 1, conversations: [conversation], end: null },
    { request: 1, conversations: [], end },
  ])
  expect(asked.map(({ text, isCanceled }) => [text, isCanceled])).toEqual([
    ['build', true],
    ['', true],
  ])
})

it('types the command at the prompt of a new tab in the directory', async () => {
  expect(await make().open()).toEqual([['/srv/api', 'claude --resume a1\r']])
  expect(await make().open(true)).toEqual([['/srv/api', 'claude --resume a1 --fork-session\r']])
})

it('goes to the tab that is about to resume it when Enter is pressed again', async () => {
  const gone: string[] = []
  const made = make(
    {},
    {
      registry: {
        withConversation: (agent, id) =>
          made.workspace.strip.sessions.all.find(({ resume }) => resume.has(agent, id))?.id ?? null,
        goTo: (session) => gone.push(session) > 0,
      },
    },
  )
  const { open, sent, workspace } = made
  const enter = { kind: 'conversations/open', request: 1, index: 0, fork: false } as const
  workspace.receive(enter) // its directory is still looked at
  workspace.receive(enter)
  await open()
  expect(await open()).toEqual([['/srv/api', 'claude --resume a1\r']])
  expect([gone, sent.filter(({ kind }) => kind === 'page/notice')]).toEqual([
    ['t1', 't1', 't1'],
    [],
  ])
})

it('opens the profile of the account', async () => {
  const { notices, open, workspace } = make({ account: 'work' })
  expect([await open(), notices()]).toEqual([
    [],
    ["Can't resume this conversation: its profile work no longer exists. Search again."],
  ])
  const parts = { command: [], fonts: {}, colors: {}, cursor: {} }
  const work = { ...parts, shell: { env: { CLAUDE_CONFIG_DIR: '/w' } } }
  workspace.configure({ ...defaults, profiles: { work } })
  await open()
  expect(workspace.session(asSession('t1'))?.view().profile).toBe('work')
})

it('goes to the tab of a conversation that is open', async () => {
  const gone: string[] = []
  const { open } = make(
    {},
    {
      registry: {
        withConversation: (agent, id) => asSession(`${agent} ${id}`),
        goTo: (session) => gone.push(session) > 0,
      },
    },
  )
  expect([await open(), gone]).toEqual([[], ['claude a1']])
})

it.each([
  [
    { directory: '/gone' },
    '/gone no longer exists. Create the directory, or run “claude --resume a1”',
  ],
  [{ directory: '' }, 'its directory is unknown. Run “claude --resume a1”'],
  [{ id: '$(id)' }, 'its session id or its directory has unusual characters.'],
  [{ directory: '/srv/a\nb' }, 'its session id or its directory has unusual characters.'],
  [{ agent: 'other' }, 'vibeflow has no command that resumes one of '],
])('names the reason when %j can not be resumed', async (found, reason) => {
  const { notices, open } = make(found)
  expect([await open(), notices()]).toEqual([[], [expect.stringContaining(reason)]])
})

it('opens nothing for a result of another search', async () => {
  expect(await make().open(false, 2)).toEqual([])
})

it('searches nothing when the option is off', () => {
  const { asked, sent, workspace } = make()
  workspace.configure(having({ 'ai.conversations': false }))
  workspace.receive({ kind: 'conversations/find', request: 2, text: 'x' })
  expect([asked.length, sent.at(-1)]).toMatchObject([1, { end: { stopped: /is off/ } }])
})
