/** Tests a global shortcut over its portal: granted, pressed, refused, forged, hung, gone. */
import { setImmediate as turn } from 'node:timers/promises'
import { Variant } from 'dbus-native'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseChord } from '../../../src/core/config/keys/chords.ts'
import { desktopTrigger } from '../../../src/core/config/keys/desktop-trigger.ts'
import { bindShortcut } from '../../../src/host/desktop/global-shortcuts.ts'
import { busCallMs } from '../../../src/host/desktop/session-bus/limits.ts'
import { greeted, startBus } from '../../support/fake/fake-desktop.ts'
import { startPortal, type PortalBehaviour } from '../../support/fake/fake-portal.ts'

const cleanUp: (() => unknown)[] = []
const uncaught = vi.fn()
beforeEach(() => {
  uncaught.mockClear()
  process.on('uncaughtException', uncaught)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const act of cleanUp.splice(0).reverse()) await act()
  process.off('uncaughtException', uncaught)
  expect(uncaught.mock.calls).toEqual([])
})

const wanted = {
  id: 'drop-down',
  description: 'Show it',
  trigger: 'LOGO+F12',
  appId: 'vibeflow',
} as const

async function until(holds: () => boolean): Promise<void> {
  const end = process.hrtime.bigint() + 20_000_000_000n
  while (!holds()) {
    if (process.hrtime.bigint() > end) throw new Error('waited in vain')
    await turn()
  }
}

async function desktop(behaviour: PortalBehaviour = {}) {
  const bus = await startBus()
  cleanUp.push(bus.close)
  const portal = await startPortal(bus.address, behaviour)
  const said: string[] = []
  const bind = async () => {
    const bound = await bindShortcut(bus.address, wanted, {
      pressed: () => said.push('pressed'),
      gone: () => said.push('gone'),
    })
    cleanUp.push(bound.close)
    return bound
  }
  return { address: bus.address, bind, portal, said }
}

/** Waits until all messages sent so far have been read: an accepted signal follows them. */
async function settled(portal: Awaited<ReturnType<typeof startPortal>>, said: string[]) {
  const before = said.length
  portal.activate()
  await until(() => said.length > before)
  return said.slice(before)
}

describe('a key is given', () => {
  test.each([false, true])('the reply of the call first: %s', async (replyFirst) => {
    const { bind, portal, said } = await desktop({ replyFirst })
    expect((await bind()).trigger).toBe('Super+F12')
    expect(portal.calls.map(([member]) => member)).toEqual([
      'Register',
      'CreateSession',
      'BindShortcuts',
    ])
    expect(portal.calls[0]?.slice(1)).toEqual(['vibeflow', {}])
    expect(portal.calls[2]?.slice(1, 3)).toEqual([
      portal.session,
      [['drop-down', { description: 'Show it', preferred_trigger: 'LOGO+F12' }]],
    ])
    expect(await settled(portal, said)).toEqual(['pressed'])
  })

  test('the user has yet to choose one, or the desktop answers nonsense', async () => {
    expect((await (await desktop({ trigger: '' })).bind()).trigger).toBe('')
    expect((await (await desktop({ trigger: new Variant('u', 7) })).bind()).trigger).toBe('')
    const long = await (await desktop({ trigger: 'x'.repeat(10_000) })).bind()
    expect(long.trigger.length).toBe(128)
  })

  test('nothing is reported after the end', async () => {
    const { bind, portal, said } = await desktop()
    const bound = await bind()
    bound.close()
    portal.activate()
    portal.closeSession()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(said).toEqual([])
  })
})

describe('no key is given', () => {
  test.each([
    ['declined by the user', { bind: 1 }, 'declined'],
    ['the dialog failed', { bind: 2 }, 'refused'],
    ['no session', { create: 2 }, 'refused'],
    ['no such method', { create: 'error' }, 'refused'],
    ['an error in place of a dialog', { bind: 'error' }, 'refused'],
    ['a session that is no text', { session: new Variant('u', 1) }, 'refused'],
  ] as const)('%s', async (_, behaviour, problem) => {
    const { bind } = await desktop(behaviour)
    await expect(bind()).rejects.toBe(problem)
  })

  test('no service has the name, or there is no bus', async () => {
    const bus = await startBus()
    cleanUp.push(bus.close)
    const events = { pressed: () => undefined, gone: () => undefined }
    await expect(bindShortcut(bus.address, wanted, events)).rejects.toBe('refused')
    await expect(bindShortcut('unix:path=/nowhere', wanted, events)).rejects.toBe('gone')
    await expect(bindShortcut('nonsense', wanted, events)).rejects.toBe('gone')
  })

  test.each(['silent', 'hangs'] as const)('a portal that is %s is given up', async (create) => {
    const { bind, portal } = await desktop({ create })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const bound = expect(bind()).rejects.toBe('late')
    await until(() => portal.calls.length === 2)
    for (let time = 0; time < 10; time += 1) await turn()
    vi.advanceTimersByTime(busCallMs)
    await bound
  })

  test('a dialog may take its time, until the desktop ends', async () => {
    const { bind, portal } = await desktop({ bind: 'silent' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let outcome: unknown = null
    const bound = bind().catch((problem: unknown) => {
      outcome = problem
    })
    await until(() => portal.calls.length === 3)
    for (let time = 0; time < 10; time += 1) await turn()
    vi.advanceTimersByTime(600_000)
    for (let time = 0; time < 10; time += 1) await turn()
    expect(outcome).toBe(null)
    portal.bus.connection.end()
    await bound
    expect(outcome).toBe('gone')
  })
})

describe('forged signals', () => {
  test('a key press of another client, session or shortcut is ignored', async () => {
    const { address, bind, portal, said } = await desktop()
    await bind()
    const stranger = await greeted(address)
    portal.activate(stranger)
    portal.closeSession(stranger)
    portal.activate(portal.bus, '/org/freedesktop/portal/desktop/session/other/1')
    portal.activate(portal.bus, portal.session, 'another')
    await new Promise((resolve) => setTimeout(resolve, 50)) // the stranger's way is its own
    expect(await settled(portal, said)).toEqual(['pressed'])
    expect(said).toEqual(['pressed'])
  })

  test('an answer in the name of the portal is ignored', async () => {
    const { address, bind, portal } = await desktop({ bind: 'silent' })
    const stranger = await greeted(address)
    let outcome: unknown = null
    void bind().then(
      () => {
        outcome = 'bound'
      },
      (problem: unknown) => {
        outcome = problem
      },
    )
    await until(() => portal.calls.length === 3)
    portal.respond('vibeflow2', 0, stranger)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(outcome).toBe(null)
    portal.respond('vibeflow2', 1)
    await until(() => outcome !== null)
    expect(outcome).toBe('declined')
  })
})

test('a key that the desktop takes back, or that ends with it, is reported once', async () => {
  const taken = await desktop()
  await taken.bind()
  taken.portal.closeSession()
  await until(() => taken.said.length > 0)
  const ended = await desktop()
  await ended.bind()
  ended.portal.bus.connection.end()
  await until(() => ended.said.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([taken.said, ended.said]).toEqual([['gone'], ['gone']])
})

test.each([
  ['super+f12', 'LOGO+F12'],
  ['f12', 'F12'],
  ['ctrl+alt+space', 'CTRL+ALT+space'],
  ['ctrl+shift+pgup', 'CTRL+SHIFT+Page_Up'],
  ['ctrl+`', 'CTRL+grave'],
  ['super+code:backquote', 'LOGO+grave'],
  ['super+ä', 'LOGO+U00E4'],
  ['alt+T', 'ALT+t'],
  ['ctrl++', 'CTRL+plus'],
  ['super+code:intlro', null],
])('%s is %s for the desktop', (chord, trigger) => {
  const parsed = parseChord(chord)
  expect('ok' in parsed ? desktopTrigger(parsed.ok) : parsed.problem).toBe(trigger)
})
