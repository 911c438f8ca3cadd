/** A user manager of systemd on a bus in this process, and the control groups that it makes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toPlain, type MessageBus } from 'dbus-native'
import type { ControlGroups } from '../../../src/host/proc/scope.ts'
import { greeted, startBus } from './fake-desktop.ts'

const name = 'org.freedesktop.systemd1'
const path = '/org/freedesktop/systemd1'
const iface = `${name}.Manager`

export interface FakeUserManager {
  readonly address: string
  readonly groups: ControlGroups
  /** Properties of each scope that was asked for. */
  readonly asked: Record<string, unknown>[]
  readonly attached: number[][]
  /** Most calls that were answered at the same time. */
  readonly most: () => number
  readonly folderOf: (pid: number) => string
  /** Writes a file of a program's scope. */
  readonly write: (pid: number, file: string, text: string) => void
  /** Starts the scopes of calls that it did not answer. */
  readonly catchUp: () => void
  readonly stranger: () => Promise<MessageBus>
  /** Leaves the bus, as a manager does that is executed again. */
  readonly leave: () => Promise<void>
  readonly enter: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * @param answer returns what the manager does with a call; `moves` by default
 * @param home group of the programs before
 */
export async function startFakeUserManager(
  answer: () => 'moves' | 'refuses' | 'hangs' = () => 'moves',
  home = 'app.slice/vibeflow.service',
): Promise<FakeUserManager> {
  const { address, close } = await startBus()
  const root = mkdtempSync(join(tmpdir(), 'groups-'))
  writeFileSync(join(root, 'cgroup.controllers'), 'cpu memory pids\n')
  const homes = new Map<number, string>()
  const asked: Record<string, unknown>[] = []
  const attached: number[][] = []
  const late: [pids: unknown, scope: string][] = []
  let [under, most] = [0, 0]
  let bus: MessageBus | null = null
  const place = (pid: number) => join(root, homes.get(pid) ?? 'none')
  const write = (pid: number, file: string, text: string) =>
    writeFileSync(join(place(pid), file), text)
  const move = (pids: readonly number[], scope: string) => {
    for (const pid of pids) homes.set(pid, `app.slice/${scope}`)
    mkdirSync(join(root, 'app.slice', scope), { recursive: true })
    writeFileSync(join(root, 'app.slice/memory.events'), 'oom_kill 0\n')
    const inside = [...homes].filter(([, home]) => home.endsWith(scope)).map(([pid]) => pid)
    if (pids[0] === undefined) return
    write(pids[0], 'memory.events', 'oom_kill 0\n')
    write(pids[0], 'cgroup.procs', `${inside.join('\n')}\n`)
  }
  const enter = async () => {
    bus = await greeted(address)
    bus.setMethodCallHandler(path, iface, 'StartTransientUnit', [
      async (scope: string, _mode: string, given: (readonly [string, unknown])[]) => {
        under += 1
        most = Math.max(most, under)
        const properties = Object.fromEntries(given.map(([key, value]) => [key, toPlain(value)]))
        asked.push({ scope, ...properties })
        const does = answer()
        if (does === 'hangs') await new Promise(() => late.push([properties['PIDs'], scope]))
        under -= 1
        if (does === 'refuses') throw new Error('Unit was already loaded.')
        // the job follows the reply
        setTimeout(() => move(properties['PIDs'] as number[], scope), 5)
        return '/org/freedesktop/systemd1/job/1'
      },
      'o',
    ])
    bus.setMethodCallHandler(path, iface, 'AttachProcessesToUnit', [
      (scope: string, _below: string, pids: number[]) => {
        attached.push([...pids])
        move(pids, scope)
        return null
      },
      '',
    ])
    await new Promise((resolve) => void bus?.requestName(name, 0, resolve))
  }
  const leave = () =>
    new Promise<void>((resolve) => {
      const { stream } = bus?.connection ?? {}
      if (stream === undefined) return resolve()
      stream.once('close', () => resolve())
      bus?.connection.end()
    })
  await enter()
  return {
    ...{ address, asked, attached, write, enter, leave },
    groups: { root, of: (pid) => `0::/${homes.get(pid) ?? home}\n` },
    most: () => most,
    folderOf: place,
    catchUp: () => {
      for (const [pids, scope] of late.splice(0)) move(pids as number[], scope)
    },
    stranger: () => greeted(address),
    close: async () => {
      await leave()
      await close()
      rmSync(root, { recursive: true })
    },
  }
}
