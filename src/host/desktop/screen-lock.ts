/**
 * Follows the desktop's screen lock on the session bus: GNOME, KDE, Cinnamon, MATE and Xfce report
 * it with the same method and signal. Lockers of other desktops may report nothing.
 */
import { ownerChanges, SessionBus, type Message } from './session-bus/session-bus.ts'

/** Bus names of screen lockers, and the interfaces of their methods and signals. */
const lockers: ReadonlySet<string> = new Set(
  ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'].map(
    (desktop) => `org.${desktop}.ScreenSaver`,
  ),
)

/** Returns whether a locker that already runs has locked the screen. Starts none. */
async function hasLocked(bus: SessionBus, name: string): Promise<boolean> {
  const owner = await bus.ownerOf(name).catch(() => null)
  if (owner === null) return false
  const path = `/${name.replaceAll('.', '/')}`
  const call = { destination: owner, path, interface: name, member: 'GetActive' }
  const reply = await bus.ask(call)
  return reply.ok && reply.values[0] === true
}

/**
 * Calls `changed` when the screen is locked or unlocked. Without a bus it never does.
 * @returns stops it
 */
export function watchScreenLock(
  address: string | undefined,
  changed: (locked: boolean) => void,
): () => void {
  let bus: SessionBus | null = null
  let isOver = false
  const active = new Set<string>()
  const set = (locker: string, on: boolean): void => {
    const wasLocked = active.size > 0
    if (on) active.add(locker)
    else active.delete(locker)
    if (!isOver && wasLocked !== active.size > 0) changed(active.size > 0)
  }
  const signal = ({ interface: of = '', member, body = [] }: Message): void => {
    const [first] = body
    if (member === 'ActiveChanged' && lockers.has(of)) set(of, first === true)
    // A locker that has ended will not report the end of its lock.
    else if (member === 'NameOwnerChanged' && typeof first === 'string') set(first, false)
  }
  const end = (): void => {
    for (const locker of active) set(locker, false)
    isOver = true
    bus?.close()
    bus = null
  }
  const follow = async (at: string): Promise<void> => {
    bus = await SessionBus.open(at, { signal, gone: end })
    if (isOver) return bus.close()
    for (const name of lockers)
      await bus.listen([
        `type='signal',sender='${name}',interface='${name}',member='ActiveChanged'`,
        ownerChanges(name),
      ])
    // later signals of a locker follow its reply
    for (const name of lockers) if (await hasLocked(bus, name)) set(name, true)
  }
  if (address !== undefined) follow(address).catch(end) // desktop without a session bus
  return end
}
