/**
 * A pane of a detached session of a real tmux whose program puts up dialogs, and notes for each key
 * which of them it was sent to (test/support/dialogs.pl).
 */
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import type { Attended } from '../../../src/core/windows/workspace/messages/handlers.ts'
import { TmuxTab, until } from '../tmux-tab.ts'
import { asSession } from '../windows/ids.ts'

export const wait = (ms: number) =>
  new Promise<void>((go) => {
    setTimeout(go, ms)
  })

/**
 * Without replies: on a busy machine, tmux takes a late reply for keys of the user, such as ESC to
 * a dialog.
 */
export const silent: Options = {
  ...defaults,
  security: { ...defaults.security, replies: 'none' },
}

/** A session whose panes run these, one each. `tabs`: what is to be disposed of. */
export async function paned(tabs: TmuxTab[], ...commands: readonly string[]): Promise<TmuxTab> {
  const [first = '', ...others] = commands
  const own = new TmuxTab(`new-session -s own '${first}'`, silent)
  tabs.push(own)
  const program = join(own.folder, 'bin/claude')
  copyFileSync(join(import.meta.dirname, '../dialogs.pl'), program)
  chmodSync(program, 0o755)
  await own.panes(1)
  for (const command of others) own.tmux('split-window', '-t', 'own', command)
  await own.panes(commands.length)
  return own
}

export const detach = (own: TmuxTab) => own.tmux('detach-client', '-t', own.terminal)
export const waiting = (own: TmuxTab) =>
  [...own.items.values()].filter(({ state }) => state === 'waiting').map(({ id }) => id)
export const items = (own: TmuxTab, count: number) =>
  until(`${count} items that wait`, () => waiting(own).length === count)

export interface Asking {
  readonly own: TmuxTab
  readonly item: Attended
  readonly id: string
  readonly pid: () => number
  readonly keys: () => readonly string[]
}

/** The item of the one pane that waits in a session that is not shown. */
export async function itemOf(
  own: TmuxTab,
): Promise<{ readonly id: string; readonly item: Attended }> {
  await items(own, 1)
  const [id = ''] = waiting(own)
  const item = own.detached.find(asSession(id))
  if (item === undefined) throw new Error('there is no item')
  return { id, item }
}

/**
 * @param between longest time between two dialogs, ms; 0: a dialog appears only on a signal or
 * after an answer
 * @param run returns the command line that runs it
 */
export async function asking(
  tabs: TmuxTab[],
  between: number,
  run = (words: string) => `exec ${words}`,
): Promise<Asking> {
  const own = await paned(tabs, 'exec sh')
  const file = join(own.folder, 'answers')
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  const pid = () => Number(/^pid (\d+)$/m.exec(lines().join('\n'))?.[1])
  own.type(`${run(`claude ${file} ${between}`)}\r`)
  await until('its program', () => pid() > 0)
  await wait(500) // until it is seen in the foreground
  process.kill(pid(), 'SIGUSR1')
  await own.shows('waiting permission tmux 0.0')
  detach(own)
  return {
    ...{ own, pid, ...(await itemOf(own)) },
    keys: () =>
      lines().flatMap((line) => {
        const [, key, number] = /^key (.) (\d+)$/.exec(line) ?? []
        return key === undefined ? [] : `${key} to ${number}`
      }),
  }
}

export const numberIn = (lines: readonly string[]) =>
  Number(/rm file (\d+)/.exec(lines.join('\n'))?.[1])

/** Waits for a dialog that can be answered. */
export async function answerable(item: Attended) {
  const end = performance.now() + 20_000
  for (;;) {
    const read = await item.agents.dialog()
    if (read.token !== null) return { ...read, token: read.token }
    if (performance.now() > end) throw new Error(`no dialog: ${JSON.stringify(read)}`)
    await wait(25)
  }
}

/**
 * Sends a choice, once, and returns the outcome with the choices that were read. A program on a
 * busy machine may read the key too late: it was taken back then, and is sent again.
 */
export async function sendChoice(item: Attended, choice: number) {
  for (let triesLeft = 10; ; triesLeft -= 1) {
    const { token, choices } = await answerable(item)
    const answered = await item.agents.answer(token, choice)
    if (answered.sent || triesLeft === 1 || !busy.test(answered.why))
      return { ...answered, choices }
  }
}
const busy = /^The program (?:does not read its input|goes on printing)/
