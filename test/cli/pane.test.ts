/** `vibeflow pane` against a running instance: real programs and sockets. */
import { panesInSameTab } from '../../src/core/windows/panes/arrangement.ts'
import { startWaiting } from '../support/tab-view.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'
import { asPane, asSession, focuses } from '../support/windows/ids.ts'

let instance: Instance
beforeAll(() => {
  instance = startInstance()
})
afterAll(() => instance.close(), 60_000)

async function vibeflow(words: readonly string[], environment: Record<string, string> = {}) {
  const ran = await runVerb(words, {
    environment: { ...instance.environment, ...environment },
    directory: instance.home,
  })
  return { ...ran, out: ran.out.trim() }
}

test('panes are made, focused, swapped, zoomed, moved and closed by their sessions', async () => {
  const { workspace } = instance
  const { id: a } = instance.open('/bin/sleep', '1000')
  const { out: b } = await vibeflow(['pane', 'split', a, '-d', '/usr', '--', 'sleep', '2000'])
  const own = {
    VIBEFLOW_SESSION_ID: b,
    VIBEFLOW_SOCKET: workspace.session(asSession(b))?.socket.path ?? '',
  }
  const { out: c } = await vibeflow(['pane', 'split', '--side', 'down'], own)
  const trees = () => workspace.strip.panes.splits.map(({ tree }) => tree)
  const down = { axis: 'column', ratio: 0.5, first: b, second: c }
  expect(trees()).toEqual([{ axis: 'row', ratio: 0.5, first: a, second: down }])
  expect(workspace.session(asSession(b))?.program.facts()).toMatchObject({
    directory: '/usr',
    isUserShell: false,
  })
  expect(workspace.strip.focused).toBe(c)

  const done = async (...words: string[]) => {
    const { exit, err } = await vibeflow(['pane', ...words])
    expect([exit, err], words.join(' ')).toEqual([0, ''])
  }
  await done('focus', c, '-s', 'left')
  expect(workspace.strip.focused).toBe(a)
  await done('equalize', a)
  await done('swap', a, '--side=right')
  expect(JSON.stringify(trees())).toMatch(new RegExp(`"first":"${b}".*"second":"${a}"|${a}`))
  await done('zoom', b)
  expect([workspace.strip.focused, workspace.strip.panes.splits[0]?.zoomed]).toEqual([b, true])
  await done('zoom', b)
  await done('move', c)
  expect(focuses(workspace)).toHaveLength(2)
  await done('move', c, '--into', a, '-s', 'left')
  expect([workspace.strip.tabs.length, workspace.strip.focused]).toEqual([1, c])
  expect(panesInSameTab(workspace.strip.arrangement, asPane(a))).toHaveLength(3)
  await done('close', c, '--force')
  expect(workspace.strip.panes.ids).not.toContain(c)
})

test('a command after -- runs next to the own pane if no session is named', async () => {
  const { workspace } = instance
  const { id } = instance.open('/bin/sleep', '1000')
  const own = {
    VIBEFLOW_SESSION_ID: id,
    VIBEFLOW_SOCKET: workspace.session(asSession(id))?.socket.path ?? '',
  }
  const split = async (...words: string[]) => {
    const { out, err } = await vibeflow(['pane', 'split', ...words], own)
    expect(err).toBe('')
    expect(panesInSameTab(workspace.strip.arrangement, asPane(id))).toContain(out)
    return workspace.session(asSession(out))?.program.facts()
  }
  expect(await split('--', 'sleep', '300')).toMatchObject({ isUserShell: false })
  const named = await vibeflow(['pane', 'split', '-s', 'down', '--', id], own)
  expect(named.err).toContain(`Can't start ${id}`)
  expect(await split('.', 'sleep', '300')).toMatchObject({ isUserShell: false })
  expect(await split('--', 'sleep', '--', '300')).toMatchObject({ isUserShell: false })
  expect((await vibeflow(['pane', 'zoom', '--', 'x'], own)).err).toContain('unexpected argument')
})

test('an impossible pane command reports why', async () => {
  const { workspace } = instance
  const { id } = instance.open('/bin/sleep', '1000')
  for (const [words, exit, problem] of [
    [['pane', 'zoom', id], 2, /This is the only pane in its tab/],
    [['pane', 'swap', id], 2, /missing option: --side SIDE\. Available: left, right, up, down/],
    [['pane', 'list', id], 2, /Usage: vibeflow pane list/],
    [['pane', 'focus', 'nobody', '-s', 'up'], 4, /unknown session "nobody"/],
    [['pane', 'move', id, '--into', id], 2, /Can't merge: same tab/],
    [['pane', 'split', id, '-s', 'up'], 2, /Use right or down/],
    [['pane', 'split', id, '-d', '/nowhere', '--', 'true'], 1, /nowhere/],
    [['pane', 'fold', id], 2, /unknown subcommand "fold"\. Available: list/],
  ] as const) {
    const ran = await vibeflow(words)
    expect([words.join(' '), ran.exit]).toEqual([words.join(' '), exit])
    expect(ran.err).toMatch(problem)
  }
  expect(panesInSameTab(workspace.strip.arrangement, asPane(id))).toHaveLength(1)
})

test('panes without a program are listed, and reached by id, row and title', async () => {
  const { workspace } = instance
  for (const id of workspace.strip.panes.ids) await vibeflow(['pane', 'close', id, '--force'])
  expect((await vibeflow(['pane', 'list'])).err).toMatch(/No session is running/)
  const layouts = join(instance.home, '.config/vibeflow/layouts')
  mkdirSync(layouts, { recursive: true })
  writeFileSync(
    join(layouts, 'work.toml'),
    '[[tabs]]\ntitle = "web"\nsplit = "right"\n' +
      'panes = [{ command = "npm run dev", focus = true }, { command = ["no-such-program"] }]\n' +
      '[[tabs]]\ncommand = "exit 3"\n[[tabs]]\n',
  )
  expect((await vibeflow(['layout', 'open', 'work'])).err).toBe('')
  workspace.receive({
    kind: 'session/resize',
    session: asSession(workspace.strip.focused),
    cols: 80,
    rows: 24,
  })
  const [waits = '', fails = '', ends = '', shell = ''] = workspace.strip.panes.ids
  for (const tab of [fails, ends]) startWaiting(workspace, tab)
  const states = async () => {
    const { panes } = JSON.parse((await vibeflow(['pane', 'list', '--json'])).out) as {
      panes: { id: string; state: string }[]
    }
    return panes.map(({ id, state }) => [id, state])
  }
  await expect.poll(states).toEqual([
    [waits, 'not-started'],
    [fails, 'failed'],
    [ends, 'ended'],
    [shell, 'active'],
  ])
  const rowsOf = (out: string) => out.split('\n').map((row) => row.split(/ {2,}/))
  const { home } = instance
  expect(rowsOf((await vibeflow(['pane', 'list'])).out)).toEqual([
    ['ID', 'WINDOW', 'TAB', 'STATE', 'DIRECTORY', 'TITLE'],
    [waits, 'Window 1', '1 (active)', 'not-started', home, 'npm run dev'],
    [fails, 'Window 1', '1', 'failed', home, expect.anything()],
    [ends, 'Window 1', '2', 'ended', home, expect.anything()],
    [shell, 'Window 1', '3', 'active', home, expect.anything()],
  ])
  expect(rowsOf((await vibeflow(['ls'])).out).map((row) => row.slice(0, 3))).toEqual([
    ['ID', 'TAB', 'STATE'],
    [shell, '1.3', 'active'],
    [waits, '1.1', 'not-started'],
    [fails, '1.1', 'failed'],
    [ends, '1.2', 'ended'],
  ])
  // what ls lists is not said to be unknown
  for (const [word, state] of [
    [waits, 'not-started'],
    [ends.slice(0, 5), 'ended'],
  ] as const)
    expect(await vibeflow(['snapshot', word])).toMatchObject({
      exit: 4,
      err: expect.stringMatching(
        new RegExp(`no program is running in ${word}\\w* \\(${state}\\)`, 'u'),
      ) as string,
    })

  const done = async (...words: string[]) => {
    const { exit, err } = await vibeflow(['pane', ...words])
    expect([exit, err], words.join(' ')).toEqual([0, ''])
  }
  await done('focus', fails)
  expect(workspace.strip.focused).toBe(fails)
  await done('move', 'web') // its title
  expect(focuses(workspace)).toEqual([fails, waits, ends, shell])
  await done('move', ends, '--into', waits)
  expect(panesInSameTab(workspace.strip.arrangement, asPane(ends))).toEqual([waits, ends])
  await done('close', '2') // its row in ls
  await done('close', waits.slice(0, 8))
  expect(workspace.strip.panes.ids).toEqual([ends, shell])
  expect((await vibeflow(['status', ends])).exit).toBe(4) // it has no socket
})
