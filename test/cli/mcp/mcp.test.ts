/** `vibeflow mcp` as agents use it: a client of the SDK starts the command, at real sessions. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TabView } from '../../../src/core/windows/tabs/tab-view.ts'
import { asSession } from '../../support/windows/ids.ts'
import {
  answering,
  call,
  cleansUp,
  cleanUp,
  connected,
  refusal,
  start,
  tick,
  vibeflow,
} from './connect.ts'
import { slow } from '../../slow.ts'

cleansUp()

describe('by reading', () => {
  test('lists, reads, waits and explains, once the user allows it', async () => {
    const { instance } = start()
    const { id } = instance.open(
      '/bin/sh',
      '-c',
      'for n in $(seq 40); do echo row $n; done; printf "\\033]0;evil\\007"; read x; read y',
    )
    const client = await connected(instance)
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ...['list_sessions', 'read_screen', 'read_scrollback', 'wait_for_state', 'explain_state'].map(
        (name) => [name, true],
      ),
      ['list_worktrees', true],
    ])
    const listing = call(client, 'list_sessions')
    const asked = await answering(instance, 'read')
    // this process started it: node, with vitest's script, or a worker of it
    expect(asked).toMatchObject({ wants: 'read', offers: 'read', tab: null })
    const { sessions } = (await listing).structuredContent as { sessions: object[] }
    expect(sessions).toEqual([
      expect.objectContaining({ id, title: 'evil', own: false, cols: 80, rows: 24 }),
    ])
    const screen = await call(client, 'read_screen', { session: id })
    expect(screen.structuredContent).toMatchObject({ session: id, cols: 80, cut: false })
    expect(screen.structuredContent['text']).toMatch(/^row 18\n[\s\S]*row 40$/)
    expect(screen.content).toHaveLength(2)
    const back = await call(client, 'read_scrollback', { session: id, limit: 10 })
    expect(back.structuredContent).toMatchObject({ rows: 10, next_offset: 10 })
    expect(back.structuredContent['text']).toMatch(/^row 8\n[\s\S]*row 17$/)
    const older = await call(client, 'read_scrollback', { session: id, offset: 10, limit: 10 })
    expect(older.structuredContent).toMatchObject({ rows: 7, next_offset: null })
    expect((await call(client, 'explain_state', { session: id })).structuredContent).toMatchObject({
      state: 'active',
      why: expect.stringContaining('evil'),
    })
    const [waited] = await Promise.all([
      call(client, 'wait_for_state', { sessions: [id], until: ['waiting'], timeout_s: 20 }),
      vibeflow(instance, 'status', id, '--set', 'waiting', '--app', 'codex'),
    ])
    expect(waited.structuredContent).toMatchObject({ reached: true, session: id, state: 'waiting' })
    const over = await call(client, 'wait_for_state', {
      ...{ sessions: [id], until: ['done'], timeout_s: 0.1 },
    })
    expect(over.structuredContent).toMatchObject({ reached: false, session: null, state: null })
    expect(instance.logged.filter((line) => /read_screen of .*: allowed$/.test(line))).toHaveLength(
      1,
    )
    expect(
      instance.workspace
        .session(asSession(id))
        ?.recording.recorder.entries.map(({ event }) => event),
    ).toContainEqual(expect.objectContaining({ type: 'call', tool: 'read_screen', allowed: true }))
  })

  test('a clean screen of a program that is not an agent is as displayed', slow, async () => {
    const { instance } = start()
    const { id } = instance.open('/bin/sh', '-c', "printf '● One\\n  two'; read x")
    const client = await connected(instance)
    const reading = call(client, 'read_screen', { session: id, clean: true })
    await answering(instance, 'read')
    await reading
    await expect
      .poll(async () => {
        const screen = await call(client, 'read_screen', { session: id, clean: true })
        return screen.structuredContent['text']
      })
      .toBe('● One\n  two')
    expect((await vibeflow(instance, 'snapshot', id, '--clean')).out).toBe('● One\n  two\n')
    expect(await vibeflow(instance, 'snapshot', id, '--clean', '--format', 'svg')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--clean requires the format text'),
    })
  })

  test('reports why a call is refused, and what to do', async () => {
    const place = start()
    const { instance } = place
    const { id } = instance.open('/bin/cat')
    const client = await connected(instance)
    const reading = call(client, 'read_screen', { session: id })
    await answering(instance, 'read')
    expect((await reading).isError).toBeUndefined()
    for (const [name, args] of Object.entries({
      new_session: {},
      remove_worktree: { name: 'x' },
      send_text: { session: id, text: 'x' },
      answer: { session: id },
      queue_prompt: { session: id, text: 'x' },
    }))
      expect(await refusal(client, name, args)).toBe(
        `Not allowed: ${name} requires socket.mcp = "full" in the user's configuration, which ` +
          'has "read". Only the user can change it.',
      )
    place.set({ mcp: 'full', access: 'read' })
    expect(await refusal(client, 'send_text', { session: id, text: 'x' })).toContain(
      'socket.access = "full"',
    )
    place.set({ mcp: 'off', access: 'full' })
    expect(await refusal(client, 'read_screen', { session: id })).toContain(
      'read_screen requires socket.mcp = "read" or "full"',
    )
    expect((await client.listTools()).tools).toEqual([])
    place.set({ mcp: 'read' })
    expect(await refusal(client, 'read_screen', { session: 'nosuchsession' })).toContain(
      'Unknown session "nosuchsession". Use an ID from list_sessions, the start of one, a title',
    )
    expect(await refusal(client, 'read_screen', { session: '../../x' })).toContain('session')
    expect(await refusal(client, 'rm')).toContain('Unknown tool "rm". Available: list_sessions')
    expect(instance.logged.some((line) => /send_text of .*: refused: Not allowed/.test(line))).toBe(
      true,
    )
  })

  test('a refusal of the user lasts for the program', slow, async () => {
    const { instance } = start()
    const client = await connected(instance)
    const listing = refusal(client, 'list_sessions')
    await answering(instance, 'none')
    expect(await listing).toMatch(/^Not allowed: the user has refused this to /)
    expect(await refusal(client, 'list_sessions')).toMatch(/the user has refused this/)
    expect(instance.mcp.state().question).toBeNull()
  })

  test('where no vibeflow runs, and where it has no sockets', slow, async () => {
    const home = mkdtempSync(join(tmpdir(), 'vibeflow-mcp-'))
    cleanUp.push(() => rmSync(home, { recursive: true, force: true }))
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const client = await connected({ home, environment: { HOME: home, PATH, NODE_COMPILE_CACHE } })
    expect((await call(client, 'list_sessions')).structuredContent).toEqual({
      sessions: [],
      note: 'No session is running. (Sessions with socket.enabled = false are not listed.)',
    })
    expect(await refusal(client, 'read_screen', { session: 'abc' })).toContain(
      "vibeflow isn't running",
    )
  })
})

describe('in full', () => {
  test('opens a session, types into it, and not into its own', async () => {
    const { instance } = start({ mcp: 'full' })
    const own = instance.open('/bin/cat')
    const client = await connected(instance, { VIBEFLOW_SESSION_ID: own.id })
    expect((await client.listTools()).tools).toHaveLength(11)
    const opening = call(client, 'new_session', { command: ['/bin/cat'], title: '-x' })
    expect(await answering(instance, 'full')).toMatchObject({ wants: 'full', offers: 'full' })
    const { session } = (await opening).structuredContent as { session: string }
    expect(instance.workspace.session(asSession(session))?.program.pid).toBeGreaterThan(0)
    const typed = await call(client, 'send_text', { session, text: 'hello', enter: true })
    expect(typed.structuredContent).toEqual({ session, bytes: 6 })
    for (const end = performance.now() + 10_000; performance.now() < end; await tick()) {
      const { structuredContent } = await call(client, 'read_screen', { session })
      if (/hello\nhello/.test(structuredContent['text'])) break
    }
    expect((await call(client, 'read_screen', { session })).structuredContent['text']).toBe(
      'hello\nhello',
    )
    expect(await refusal(client, 'send_text', { session, text: 'rm -rf x\nls' })).toMatch(
      /^Nothing was typed: text has several lines/,
    )
    expect(await refusal(client, 'send_text', { session, text: '\u001b[A' })).toMatch(
      /^Nothing was typed: text contains control characters/,
    )
    for (const [name, more] of Object.entries({
      send_text: {},
      answer: {},
      queue_prompt: { text: 'x' },
    }))
      expect(await refusal(client, name, { session: own.id, ...more })).toBe(
        `Not allowed: ${own.id} is your own session.`,
      )
    expect(await refusal(client, 'answer', { session })).toContain('has the session')
    const choices = [{ number: 1, label: 'Yes' }]
    instance.attention.dialogs.set(session, { lines: ['May I?'], choices, token: 't1' })
    expect((await call(client, 'answer', { session })).structuredContent).toEqual({
      ...{ session, sent: false, lines: ['May I?'], choices, token: 't1' },
    })
    expect(await refusal(client, 'answer', { session, choice: 1 })).toContain('token and choice')
    const wrong = await call(client, 'answer', { session, token: 'x', choice: 1 })
    expect(wrong.structuredContent).toMatchObject({ sent: false, why: 'It is another dialog.' })
    const right = await call(client, 'answer', { session, token: 't1', choice: 1 })
    expect(right.structuredContent).toMatchObject({ sent: true })
    expect(instance.attention.answers).toEqual([[session, 't1', 1]])
    const wanted = { session, text: 'fix\nthe tests' }
    expect((await call(client, 'queue_prompt', wanted)).structuredContent).toEqual({
      ...{ session, prompts: 0, paused: null },
    })
    const act = { act: 'add', text: wanted.text, guess: false }
    expect(instance.attention.queued).toEqual([[session, act, 'mcp']])
    instance.attention.refuses = 'The queue of this tab is full.'
    expect(await refusal(client, 'queue_prompt', wanted)).toContain('is full')
    // as the verbs name sessions: by the beginning of the id, by the row of `ls`, by title
    const listed = async () =>
      [...(await vibeflow(instance, 'ls')).out.matchAll(/^\w{12}/gm)].map(([id]) => id)
    const row = (await listed()).indexOf(session) + 1
    for (const word of [session.slice(0, 6), String(row)])
      expect(
        (await call(client, 'read_screen', { session: word })).structuredContent,
      ).toMatchObject({ session, text: 'hello\nhello' })
    // any output sets a title, and rows move: keys go to an id
    // one in thirty numbers is the start of the ID
    for (const [tool, more] of [
      ['send_text', { text: 'x' }],
      ['answer', {}],
      ['queue_prompt', { text: 'x' }],
    ] as const)
      if (!session.startsWith(String(row)))
        expect(await refusal(client, tool, { session: String(row), ...more })).toContain(
          `${tool} requires a session ID`,
        )
    const other = instance.open('/bin/cat')
    await expect.poll(listed).toContain(other.id)
    const ids = (await listed()).filter((id) => [session, own.id, other.id].includes(id))
    await expect
      .poll(() => refusal(client, 'send_text', { session: 'cat', text: 'x' }))
      .toBe(
        `"cat" matches several sessions: ${ids.join(', ')}. ` +
          'Use one of these IDs, or a row number of `vibeflow ls`.',
      )
    expect(
      await refusal(client, 'send_text', { session: own.id.slice(0, 6), text: 'x' }),
    ).toContain(`Not allowed: ${own.id} is your own session`)
  })

  test('makes, lists and removes worktrees, and loses nothing', async () => {
    const { instance } = start({ mcp: 'full' })
    instance.open('/bin/cat') // its size is that of later tabs
    const client = await connected(instance)
    const top = join(instance.home, 'api')
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', top, '-c', 'user.name=t', '-c', 'user.email=t@x', ...args])
    execFileSync('git', ['init', '-q', '-b', 'main', top])
    git('commit', '--allow-empty', '-qm', 'first')
    const making = call(client, 'new_session', {
      ...{ command: ['/bin/cat'], directory: top, worktree: { branch: 'fix' } },
    })
    await answering(instance, 'full')
    const path = `${top}-fix`
    const { session, worktree } = (await making).structuredContent
    expect(worktree).toEqual({ path, branch: 'fix' })
    const free = { ...{ command: ['/bin/cat'], directory: top }, worktree: {} }
    expect((await call(client, 'new_session', free)).structuredContent['worktree']).toEqual({
      ...{ path: `${top}-cat-1`, branch: 'cat-1' },
    })
    const taken = { directory: top, worktree: { branch: 'fix' } }
    expect(await refusal(client, 'new_session', taken)).toContain('already checked out')
    const listing = await call(client, 'list_worktrees', { directory: path })
    expect(listing.structuredContent).toMatchObject({
      repository: 'api',
      worktrees: [
        { path: top, branch: 'main', main: true, current: false, sessions: [] },
        { path: `${top}-cat-1`, branch: 'cat-1' },
        { path, branch: 'fix', current: true, sessions: [{ session }] },
      ],
    })
    const removed = { directory: top, name: 'fix' }
    expect(await refusal(client, 'remove_worktree', removed)).toMatch(
      /^Not removed: the tab ".*open/,
    )
    expect((await vibeflow(instance, 'kill', session)).exit).toBe(0)
    await expect
      .poll(() => refusal(client, 'remove_worktree', { ...removed, name: 'main' }))
      .toContain('never removed')
    writeFileSync(join(path, 'new'), 'text')
    await expect
      .poll(() => refusal(client, 'remove_worktree', removed))
      .toContain('1 changed or untracked file: new.')
    rmSync(join(path, 'new'))
    const would = await call(client, 'remove_worktree', { ...removed, dry_run: true })
    expect(would.structuredContent).toMatchObject({ removed: false })
    expect(existsSync(path)).toBe(true)
    expect((await call(client, 'remove_worktree', removed)).structuredContent).toEqual({
      removed: true,
      sentences: [
        `Deletes the directory ${path}.`,
        'Deletes the branch fix, which is merged into main.',
      ],
    })
    expect(existsSync(path)).toBe(false)
    expect(await refusal(client, 'list_worktrees', { directory: '/' })).toContain('not in a git')
  })

  test(
    'a detached session of tmux is listed and answered, but for that of who asks',
    slow,
    async () => {
      const { instance } = start({ mcp: 'full' })
      const client = await connected(instance)
      const view = (id: string): TabView => ({
        ...{ id: asSession(id), title: 'api', project: 'tmux 0.1, detached', place: '' },
        ...{ state: 'waiting', phase: 'running' },
        agent: {
          ...{ since: 1_700_000_000_000, seen: false, snoozedUntil: null, confidence: 'fact' },
          ...{ source: 'screen', tool: 'claude', more: 0, kind: 'permission' },
        },
      })
      instance.detached.push({ view: view('other'), pids: [] })
      instance.detached.push({ view: view('mine'), pids: [process.pid] })
      const listing = call(client, 'list_sessions')
      await answering(instance, 'full')
      const row = {
        ...{ title: 'api', window: '', active: false, state: 'waiting', kind: 'permission' },
        ...{ tool: 'claude', since: '2023-11-14T22:13:20.000Z', directory: '' },
      }
      expect((await listing).structuredContent['sessions']).toEqual([
        { ...row, id: 'other', own: false },
        { ...row, id: 'mine', own: true },
      ])
      const choices = [{ number: 1, label: 'Yes' }]
      for (const id of ['other', 'mine'])
        instance.attention.dialogs.set(id, { lines: ['May I?'], choices, token: 't1' })
      expect((await call(client, 'answer', { session: 'other' })).structuredContent).toMatchObject({
        ...{ lines: ['May I?'], choices, token: 't1' },
      })
      const args = { token: 't1', choice: 1 }
      const sent = await call(client, 'answer', { session: 'other', ...args })
      expect(sent.structuredContent).toMatchObject({ sent: true })
      expect(await refusal(client, 'answer', { session: 'mine', ...args })).toBe(
        'Not allowed: mine is your own session.',
      )
      expect(await refusal(client, 'read_screen', { session: 'other' })).toContain(
        'other is a detached tmux session',
      )
      expect(instance.attention.answers).toEqual([['other', 't1', 1]])
    },
  )

  test('who may read only is refused the rest', async () => {
    const { instance } = start({ mcp: 'full' })
    const { id } = instance.open('/bin/cat')
    const client = await connected(instance)
    const typing = refusal(client, 'send_text', { session: id, text: 'x' })
    await answering(instance, 'read')
    expect(await typing).toMatch(/the user has refused more than reading/)
    expect((await call(client, 'read_screen', { session: id })).isError).toBeUndefined()
    expect(await refusal(client, 'send_text', { session: id, text: 'x' })).toMatch(
      /more than reading/,
    )
  })

  test('lines go as one paste where the program takes pastes', slow, async () => {
    const { instance } = start({ mcp: 'full' })
    const { id } = instance.open(
      '/bin/sh',
      '-c',
      'stty raw -echo; printf "\\033[?2004hok"; head -c 23 | od -An -c; exec cat',
    )
    const client = await connected(instance)
    const first = call(client, 'read_screen', { session: id })
    await answering(instance, 'full')
    await first
    await call(client, 'send_text', { session: id, text: 'a\nb\u001b'.replace('\u001b', 'c') })
    await call(client, 'send_text', { session: id, text: 'defghij' })
    await expect
      .poll(
        async () => (await call(client, 'read_screen', { session: id })).structuredContent['text'],
      )
      .toMatch(/033 +\[ +2 +0 +0 +~ +a +\\n +b +c +033 +\[ +2 +0 +1 +~/)
  })
})
