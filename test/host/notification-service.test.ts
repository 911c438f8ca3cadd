/** Tests whether a program shows notifications: with fake answers, and on a bus of the test's. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { showsFolders, showsNotifications } from '../../src/host/desktop/notification-service.ts'
import { findProgram } from '../../src/build/project.mjs'

/** Returns the methods that were called, and the result. */
async function asked(...answers: (string | null)[]) {
  const methods: string[] = []
  const ask = (_program: string, words: readonly string[]) => {
    methods.push(words[5] ?? '')
    return Promise.resolve(answers.shift() ?? null)
  }
  return [await showsNotifications(ask, ask), ...methods]
}

test('a service that runs, or that the bus can start, shows notifications', async () => {
  expect(await asked('b true\n')).toEqual([true, 'NameHasOwner'])
  expect(await asked('b false\n', 'u 1\n')).toEqual([true, 'NameHasOwner', 'StartServiceByName'])
})

test('a missing service is not called through Electron, which would hang', async () => {
  expect(await asked('b false\n', null)).toEqual([false, 'NameHasOwner', 'StartServiceByName'])
})

test('libnotify finds out by itself where no bus can be asked', async () => {
  expect(await asked(null)).toEqual([true, 'NameHasOwner'])
})

test('a folder is shown by the portal, or by the file manager without a portal', async () => {
  const bus = (...services: string[]) => {
    const asked: string[] = []
    const ask = (_program: string, words: readonly string[]) => {
      asked.push(String(words[7]))
      return Promise.resolve(services.includes(String(words[7])) ? 'b true\n' : 'b false\n')
    }
    return { asked, shown: showsFolders(ask, () => Promise.resolve(null)) }
  }
  const [portal, manager] = ['org.freedesktop.portal.Desktop', 'org.freedesktop.FileManager1']
  expect(await bus(portal).shown).toBe(true)
  const second = bus(manager)
  expect([await second.shown, second.asked]).toEqual([true, [portal, manager]])
  expect(await bus().shown, 'the folder is opened by vibeflow itself').toBe(false)
})

test('a real bus without a service is detected immediately', async ({ skip }) => {
  const lacking = ['busctl', 'dbus-daemon'].filter((name) => findProgram(name) === undefined)
  skip(lacking.length > 0, `not installed: ${lacking.join(' ')}`)
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'])
  const [address] = (await once(bus.stdout, 'data')) as [Buffer]
  const began = performance.now()
  const ask = (program: string, words: readonly string[]) => {
    const { status, stdout } = spawnSync(program, words, {
      encoding: 'utf8',
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: String(address).trim() },
    })
    return Promise.resolve(status === 0 ? stdout : null)
  }
  const shows = await showsNotifications(ask, ask)
  bus.kill()
  expect(shows).toBe(false)
  expect(performance.now() - began).toBeLessThan(20_000)
})
