/** Tests that screen lockers of the session bus are followed. */
import { afterEach, expect, test } from 'vitest'
import type { MessageBus } from 'dbus-native'
import { defineInterface } from '../../../src/host/desktop/session-bus/session-bus.ts'
import { watchScreenLock } from '../../../src/host/desktop/screen-lock.ts'
import { greeted, startBus } from '../../support/fake/fake-desktop.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const act of cleanUp.splice(0).reverse()) await act()
})

/** Owns the bus name of a locker. */
async function locker(address: string, name: string): Promise<MessageBus> {
  const bus = await greeted(address)
  await new Promise((resolve) => {
    void bus.requestName(name, 0, resolve)
  })
  return bus
}

const sends = (bus: MessageBus, name: string, on: unknown) =>
  bus.sendSignal('/org/gnome/ScreenSaver', name, 'ActiveChanged', 'b', [on])

test('the screen is locked while any locker reports it, until it ends', async () => {
  const { address, close } = await startBus()
  cleanUp.push(close)
  const changes: boolean[] = []
  const stop = watchScreenLock(address, (locked) => changes.push(locked))
  cleanUp.push(stop)
  const [gnome, kde] = ['org.gnome.ScreenSaver', 'org.freedesktop.ScreenSaver']
  const [one, other] = [await locker(address, gnome), await locker(address, kde)]
  cleanUp.push(() => other.connection.end())
  await expect
    .poll(() => {
      sends(one, gnome, true)
      return changes
    })
    .toEqual([true])
  sends(one, gnome, false)
  sends(one, 'org.evil.ScreenSaver', true)
  await expect.poll(() => changes).toEqual([true, false])
  sends(other, kde, true)
  await expect.poll(() => changes).toEqual([true, false, true])
  sends(one, gnome, true)
  other.connection.end() // the other one is still locked
  sends(one, gnome, false)
  await expect.poll(() => changes).toEqual([true, false, true, false])
})

/** Owns the bus name of a locker that replies to GetActive. */
async function askedLocker(address: string, desktop: string, reply: () => boolean) {
  const name = `org.${desktop}.ScreenSaver`
  const bus = await locker(address, name)
  cleanUp.push(() => bus.connection.end())
  const offered = defineInterface({
    name,
    methods: { GetActive: { out: { active: 'b' }, handler: reply } },
  })
  bus.exportInterface(offered.impl, `/org/${desktop}/ScreenSaver`, offered.descriptor)
  return bus
}

test.each(['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'])(
  'a screen that %s has already locked is reported at the start, and the end of its lock',
  async (desktop) => {
    const { address, close } = await startBus()
    cleanUp.push(close)
    const bus = await askedLocker(address, desktop, () => true)
    await askedLocker(address, desktop === 'mate' ? 'xfce' : 'mate', () => {
      throw new Error('not supported')
    })
    await askedLocker(address, desktop === 'gnome' ? 'cinnamon' : 'gnome', () => false)
    const changes: boolean[] = []
    cleanUp.push(watchScreenLock(address, (locked) => changes.push(locked)))
    await expect.poll(() => changes).toEqual([true])
    sends(bus, `org.${desktop}.ScreenSaver`, false)
    await expect.poll(() => changes).toEqual([true, false])
  },
)

test('without a bus nothing is reported, and stopping does nothing', async () => {
  const changes: boolean[] = []
  for (const address of [undefined, 'unix:path=/nonexistent/bus', 'nonsense'])
    watchScreenLock(address, (locked) => changes.push(locked))()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(changes).toEqual([])
})
