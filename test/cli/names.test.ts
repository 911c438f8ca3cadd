/**
 * Verbs that go to another tab or open one, and how they find sessions: by the caller, by name, and
 * past what a killed vibeflow left.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OutsideClient } from '../support/socket/outside-client.ts'
import { focuses } from '../support/windows/ids.ts'
import { file, instance, json, until, useInstance, vibeflow } from './live-verbs.ts'

useInstance()

test("focus shows the tab, and new opens one in the caller's directory", async () => {
  const { id } = instance.open('/bin/cat')
  const { id: other } = instance.open('/bin/cat')
  expect(await vibeflow(['focus', id])).toEqual({ exit: 0, out: '', err: '' })
  expect(instance.workspace.strip.focused).toBe(id)
  const made = await json(
    'new',
    '--json',
    '-e',
    '/bin/sh',
    '-c',
    `echo "$VIBEFLOW_SESSION_ID $VIBEFLOW_SOCKET $PWD $MINE" > ${file('new')}; exec cat`,
  )
  await until(() => existsSync(file('new')) && readFileSync(file('new'), 'utf8') !== '')
  expect(readFileSync(file('new'), 'utf8')).toBe(
    `${made['id']} ${instance.environment['XDG_RUNTIME_DIR']}/vibeflow/${made['id']}` +
      `/ipc.sock ${instance.home} \n`,
  )
  const [tabs, inView] = [[...focuses(instance.workspace)], instance.workspace.strip.focused]
  expect(await vibeflow(['new', '-e', '/no/such/program'])).toMatchObject({
    exit: 1,
    out: '',
    err: expect.stringContaining('/no/such/program') as string,
  })
  expect(await vibeflow(['new', '-d', '/no/such/folder'])).toMatchObject({
    exit: 1,
    out: '',
    err: expect.stringContaining('/no/such/folder') as string,
  })
  // no failed tab is left behind
  expect([focuses(instance.workspace), instance.workspace.strip.focused]).toEqual([tabs, inView])
  expect(await vibeflow(['new', '--colour'])).toMatchObject({
    exit: 2,
    err: expect.stringContaining('unknown option "--colour"') as string,
  })
  for (const one of [id, other, String(made['id'])]) await vibeflow(['kill', one])
})

test("new passes the caller's environment on, without the command's own variables", async () => {
  const folder = join(instance.home, 'other')
  mkdirSync(join(folder, 'vibeflow'), { recursive: true, mode: 0o700 })
  const asked: Record<string, unknown>[] = []
  const server = createServer((socket) =>
    socket.on('data', (chunk: Buffer) => {
      asked.push(JSON.parse(chunk.subarray(5).toString()) as Record<string, unknown>)
      socket.end(OutsideClient.frame(0x41, '{"v":1,"id":"abcdefghijkl"}'))
    }),
  )
  chmodSync(folder, 0o700)
  await new Promise<void>((resolve) => {
    server.listen(join(folder, 'vibeflow/app-1.sock'), resolve)
  })
  expect(
    await vibeflow(['new', '-d', '/'], {
      XDG_RUNTIME_DIR: folder,
      MINE: '1',
      VIBEFLOW_NODE_TRIED: '1',
    }),
  ).toEqual({ exit: 0, out: 'abcdefghijkl\n', err: '' })
  expect(
    await vibeflow(['new'], { XDG_RUNTIME_DIR: instance.home, XDG_STATE_HOME: instance.home }),
  ).toMatchObject({
    exit: 1,
    err:
      "vibeflow new: vibeflow isn't running, or socket.enabled is off. Start vibeflow, or turn " +
      'socket.enabled on.\n',
  })
  expect(asked).toEqual([
    {
      cmd: 'new-tab',
      words: ['-d', '/'],
      directory: instance.home,
      environment: { ...instance.environment, XDG_RUNTIME_DIR: folder, MINE: '1' },
      until: expect.any(Number) as number,
    },
  ])
  server.close()
})

describe('names', () => {
  test('remains of a killed vibeflow are not a session, and accept no new tab', async () => {
    const killed = join(instance.home, 'killed')
    for (const folder of [killed, join(killed, 'vibeflow'), join(killed, 'vibeflow/abcdefghijkl')])
      mkdirSync(folder, { mode: 0o700 })
    for (const name of ['app-1.sock', 'abcdefghijkl/ipc.sock'])
      spawnSync(process.execPath, [
        '-e',
        `require('net').createServer().listen(` +
          `${JSON.stringify(join(killed, 'vibeflow', name))}, () => process.kill(process.pid, ` +
          `'SIGKILL'))`,
      ])
    const ask = (...words: string[]) =>
      vibeflow(words, { XDG_RUNTIME_DIR: killed, XDG_STATE_HOME: killed })
    const none = 'No session is running. (Sessions with socket.enabled = false are not listed.)\n'
    expect([
      await ask('ls'),
      await ask('status', '@x'),
      await ask('status'),
      await ask('status', 'abc'),
      await ask('new'),
    ]).toEqual([
      { exit: 0, out: '', err: `vibeflow: ${none}` },
      { exit: 4, out: '', err: `vibeflow status: no session runs the tool "x". ${none}` },
      {
        exit: 2,
        out: '',
        err:
          `vibeflow status: missing argument: SESSION. ${none}` +
          'Run `vibeflow status --help` for usage.\n',
      },
      {
        exit: 4,
        out: '',
        err: expect.stringMatching(
          /^vibeflow status: can't connect to session abcdefghijkl: it has ended/,
        ) as string,
      },
      { exit: 1, out: '', err: expect.stringContaining("vibeflow isn't running") as string },
    ])
  })

  /** A runtime directory with one socket, which passes bytes on to another one after a while. */
  const late = async (name: string, to: string) => {
    const folder = join(instance.home, 'late')
    const path = join(folder, 'vibeflow', name)
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    const server = createServer((socket) => {
      setTimeout(() => socket.pipe(connect(to).on('error', () => undefined)).pipe(socket), 2_100)
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => {
      server.listen(path, resolve)
    })
    return { close: () => server.close(), variables: { XDG_RUNTIME_DIR: folder } }
  }

  test('a session that answers late is found by its title', async () => {
    const { id, path } = instance.open('/bin/cat')
    const { close, variables } = await late('lateabcdefgh/ipc.sock', path)
    expect(await vibeflow(['status', 'cat'], variables)).toMatchObject({ exit: 0, err: '' })
    close()
    await vibeflow(['kill', id])
  })

  test('the panes of an app that answers late are listed', async () => {
    const { id } = instance.open('/bin/cat')
    const own = join(instance.environment['XDG_RUNTIME_DIR'] ?? '', 'vibeflow')
    const app = readdirSync(own).find((name) => name.startsWith('app-')) ?? ''
    const { close, variables } = await late(app, join(own, app))
    const { out } = await vibeflow(['pane', 'list', '--json'], variables)
    expect(out).toContain(id)
    close()
    await vibeflow(['kill', id])
  })

  test('inside a session that session is the default, but not inside a multiplexer', async () => {
    const { id, path } = instance.open('/bin/cat')
    const inside = { VIBEFLOW_SESSION_ID: id, VIBEFLOW_SOCKET: path }
    expect((await vibeflow(['status'], inside)).exit).toBe(0)
    for (const verb of ['status', 'why', 'snapshot'])
      expect((await vibeflow([verb, '.'], inside)).exit, verb).toBe(0)
    expect(await vibeflow(['why', '.'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('missing argument: SESSION') as string,
    })
    expect(await vibeflow(['status'], { ...inside, TMUX: '/tmp/tmux,1,0' })).toMatchObject({
      exit: 2,
      err: expect.stringContaining(`Sessions: ${id} (`) as string,
    })
    expect(await vibeflow(['attach', id], inside)).toMatchObject({
      exit: 2,
      err: expect.stringContaining("can't be attached to itself") as string,
    })
    await vibeflow(['kill', id])
  })
})
