/** Sessions of a real tmux that a tab shows no more: watched, read, attached again. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { clientSettleMs } from '../../../src/host/pty/tmux/limits.ts'
import { TmuxTab, until } from '../../support/tmux-tab.ts'
import { asSession } from '../../support/windows/ids.ts'
import { slow } from '../../slow.ts'

let tab: TmuxTab | null = null
afterEach(() => {
  tab?.dispose()
  tab = null
})

const quiet = { ...defaults, ai: { ...defaults.ai, tmux_detached: false } }
const wait = (ms: number) =>
  new Promise<void>((go) => {
    setTimeout(go, ms)
  })

/** A pane in which an agent asks for a permission. */
async function asking(settings = defaults): Promise<TmuxTab> {
  const own = (tab = new TmuxTab(undefined, settings))
  await own.panes(1)
  writeFileSync(
    join(own.folder, 'agent.sh'),
    `printf '\\033]7501;state=blocked:kind=permission:app=codex\\007'; echo 'May I?'; read x\n` +
      `printf '\\033]7501;state=working:app=codex\\007'; exec cat\n`,
  )
  own.type(`sh ${own.folder}/agent.sh\r`)
  await own.shows('waiting permission tmux 0.0')
  return own
}

/** Returns the facts shown about the detached session. */
const shown = (own: TmuxTab) => {
  const [item] = own.items.values()
  return item && [item.title, item.state, item.agent?.kind, item.agent?.where, item.agent?.tool]
}
const waits = ['own', 'waiting', 'permission', 'tmux 0.0', 'codex']
const waiting = (own: TmuxTab) =>
  until('an item that waits', () => JSON.stringify(shown(own)) === JSON.stringify(waits))

it('stays when its client is detached, is read, and ends with the server', async () => {
  const own = await asking()
  expect(own.items.size).toBe(0)
  own.tmux('detach-client', '-t', own.terminal)
  await waiting(own)
  const [id = ''] = own.items.keys()
  const session = own.detached.find(asSession(id))
  await expect.poll(async () => (await session?.agents.dialog())?.lines.at(-1)).toBe('May I?')
  expect(await session?.agents.dialog()).toMatchObject({
    choices: [],
    token: null,
    why: "vibeflow doesn't recognize the choices. Answer in its tab.",
  })
  expect(await session?.agents.answer('', 1)).toMatchObject({ sent: false })
  // its later states are read, and the user's actions on it count
  session?.evidence.apply({ type: 'user', action: 'mark_seen' })
  await until('seen', () => own.items.get(id)?.agent?.seen === true)
  session?.identity.mute(true)
  expect(own.items.get(id)?.muted).toBe(true)
  own.tmux('send-keys', '-t', 'own', 'Enter')
  await until('work', () => own.items.get(id)?.state === 'working')
  own.tmux('kill-server')
  await until('the end', () => own.items.size === 0)
  expect(own.detached.find(asSession(id))).toBe(undefined)
})

it(
  'stays when the tab closes, and ends when its session is killed, not with another',
  slow,
  async () => {
    const own = await asking()
    own.tmux('new-session', '-d', '-s', 'other', 'exec sh')
    own.session.dispose()
    await waiting(own)
    own.tmux('kill-session', '-t', 'other')
    await wait(500)
    expect(own.items.size).toBe(1)
    own.tmux('new-session', '-d', '-s', 'third', 'exec sh') // the server lives on
    own.tmux('kill-session', '-t', 'own')
    await until('the end', () => own.items.size === 0)
    expect(own.followers).toEqual([])
  },
)

it('ends when a tab shows it again, and is listed once', async () => {
  const own = await asking()
  own.tmux('detach-client', '-t', own.terminal)
  await waiting(own)
  const [id = ''] = own.items.keys()
  await own.shows('active') // its shell reads what is typed, not the client that ends
  const { command } = own.detached.attach(asSession(id)) ?? {}
  const { followers } = own
  own.type(`${[command?.program, ...(command?.args ?? [])].join(' ').replace('$', '\\$')}\r`)
  // A server could crash if one client of vibeflow attaches as the other one ends.
  await until('the end of its item', () => own.items.size === 0)
  const [ended, isFirst] = [performance.now(), (pid: number) => followers.includes(pid)]
  for (let now = ended; now - ended < clientSettleMs / 2; now = performance.now()) {
    const all = own.followers.every(isFirst)
    if (performance.now() - ended < clientSettleMs / 2) expect(all).toBe(true)
    await wait(20)
  }
  await own.panes(1)
  expect([own.items.size, own.detached.attach(asSession(id))]).toEqual([0, null])
  await until('one client of ours', () => own.followers.length === 1)
})

it('returns when the client that shows it again is detached early', async () => {
  const own = await asking()
  own.tmux('detach-client', '-t', own.terminal)
  await waiting(own)
  const [id = ''] = own.items.keys()
  await own.shows('active')
  own.type(`tmux -S ${own.socket} attach-session -t own\r`)
  await until('the end of its item', () => own.items.size === 0)
  own.tmux('detach-client', '-t', own.terminal)
  await until('its item', () => own.items.size === 1)
  expect(own.items.has(id)).toBe(false)
  const [again = ''] = own.items.keys()
  const session = own.detached.find(asSession(again))
  await expect.poll(async () => (await session?.agents.dialog())?.lines.at(-1)).toBe('May I?')
})

it('is released with the session of a client that the tab leaves for another', slow, async () => {
  const own = await asking()
  own.tmux('new-session', '-d', '-s', 'other', 'exec sh')
  own.tmux('switch-client', '-c', own.terminal, '-t', 'other')
  await waiting(own)
  await own.panes(1)
  own.tmux('switch-client', '-c', own.terminal, '-t', 'own')
  await until('it is shown again', () =>
    [...own.items.values()].every(({ title }) => title === 'other'),
  )
  await own.panes(1)
})

it(
  'actions of other clients at its server do not affect the tab that it came from',
  slow,
  async () => {
    const own = await asking()
    own.tmux('new-session', '-d', '-s', 'other', 'exec sh')
    own.tmux('switch-client', '-c', own.terminal, '-t', 'other')
    await waiting(own)
    await own.panes(1)
    own.type(`sh -c "printf '\\033]7501;state=working:app=gemini\\007'; exec cat"\r`)
    await own.shows('working tmux 0.0')
    // another client connects: all followers are notified
    const another = spawn('tmux', ['-S', own.socket, '-C', 'attach-session', '-t', 'own'], {
      env: { PATH: process.env['PATH'], HOME: '/', LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    try {
      await until('three clients in control mode', () => own.followers.length === 3)
      await wait(1_500)
      expect([own.shown, own.places, own.items.size]).toEqual(['working tmux 0.0', ['0.0'], 1])
    } finally {
      another.kill()
    }
  },
)

it.each([
  ['in its tab', false],
  ['detached', true],
])(
  'ends with its session where its clients are taken to another then (%s)',
  slow,
  async (_, isDetached) => {
    const own = await asking()
    own.tmux('set-option', '-g', 'detach-on-destroy', 'off')
    own.tmux('new-session', '-d', '-s', 'other', 'exec sh')
    if (isDetached) {
      own.tmux('switch-client', '-c', own.terminal, '-t', 'other')
      await waiting(own)
      await own.panes(1)
    }
    own.tmux('kill-session', '-t', 'own')
    await wait(1_500)
    await own.panes(1)
    await until('nothing detached', () => own.items.size === 0)
    await own.shows('active tmux 0.0')
    await until('one client of ours', () => own.followers.length === 1)
  },
)

it.each(['-g destroy-unattached', '-s exit-unattached'])(
  'is not kept alive by being looked into (%s)',
  slow,
  async (option) => {
    const own = (tab = new TmuxTab(`set-option ${option} on \\; new-session -s own 'exec sh'`))
    await own.panes(1)
    own.session.dispose()
    await until('the end', () => {
      try {
        own.tmux('has-session', '-t', 'own')
        return false
      } catch {
        return true
      }
    })
    await wait(1_000)
    expect(own.items.size).toBe(0)
  },
)

it('is not looked into where the option is off', slow, async () => {
  const off = await asking(quiet)
  off.tmux('detach-client', '-t', off.terminal)
  await wait(2_000)
  expect(off.items.size).toBe(0)
  expect(off.followers).toEqual([])
})

it(
  'ends when it is turned off, and does not touch another server at its socket',
  slow,
  async () => {
    const own = await asking()
    own.tmux('detach-client', '-t', own.terminal)
    await waiting(own)
    own.detached.configure(quiet)
    expect(own.items.size).toBe(0)
    await until('no client', () => own.followers.length === 0)
    own.detached.configure(defaults)
    own.type(`tmux -S ${own.socket} attach\r`)
    await own.panes(1)
    own.session.dispose()
    own.tmux('kill-server')
    await until('its end', () => {
      try {
        own.tmux('list-sessions')
        return false
      } catch {
        return true
      }
    })
    own.tmux('new-session', '-d', '-s', 'own', 'exec sh')
    await wait(1_500)
    expect([own.items.size, own.followers]).toEqual([0, []])
  },
)
