/**
 * Answers a dialog from outside of its tab while the program shows other dialogs in between: with a
 * real pty, /proc and the shadow terminal in its thread. The program notes for each key which
 * dialog was on its terminal when the key was sent (test/support/dialogs.pl).
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { processStat } from '../../src/host/proc/process-facts.ts'
import { openTab, type Tab } from '../live/terminal.ts'
import { seeded } from '../support/random.ts'
import { silentShell } from '../support/stand-in-agents.ts'
import { slow } from '../slow.ts'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const act of cleanUp.splice(0).reverse()) act()
})

const wait = (ms: number) =>
  new Promise<void>((go) => {
    setTimeout(go, ms)
  })

/**
 * @param between longest time between two dialogs, ms; 0: a dialog appears only on a signal or
 * after an answer
 */
async function asking(
  between: number,
  { same = false, run = (words: string) => `exec ${words}` } = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-answers-'))
  cleanUp.push(() =>
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  )
  mkdirSync(join(home, 'bin'))
  const program = join(home, 'bin/claude')
  copyFileSync(join(import.meta.dirname, '../support/dialogs.pl'), program)
  chmodSync(program, 0o755)
  const tab = openTab({ home, directory: home, environment: { PATH: process.env['PATH'] ?? '' } })
  cleanUp.push(tab.close)
  const file = join(home, 'answers')
  tab.type(`${run(`${program} ${file} ${between} ${same ? 1 : 0}`)}\r`)
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  const pid = () => Number(/^pid (\d+)$/m.exec(lines().join('\n'))?.[1])
  await until(() => pid() > 0 && tab.why().foreground?.name === 'claude', tab)
  process.kill(pid(), 'SIGUSR1')
  await until(() => tab.shown.at(-1)?.state === 'waiting', tab)
  return {
    tab,
    pid,
    home,
    /** Each key, and the number of the dialog that it was sent to. */
    keys: () =>
      lines().flatMap((line) => {
        const [, key, number] = /^key (.) (\d+)$/.exec(line) ?? []
        return key === undefined ? [] : `${key} to ${number}`
      }),
    shownCount: () => lines().filter((line) => line.startsWith('shown')).length,
  }
}

async function until(holds: () => boolean, tab: Tab): Promise<void> {
  const end = performance.now() + 30_000
  while (!holds()) {
    if (performance.now() > end)
      throw new Error(`it did not come\n${tab.screen()}\n${JSON.stringify(tab.why())}`)
    await wait(5)
  }
}

const numberIn = (lines: readonly string[]) => Number(/rm file (\d+)/.exec(lines.join('\n'))?.[1])

const typedSince = 'Not sent: keys were typed in its tab. Answer there.'

/** Waits for a dialog that can be answered. */
async function answerable({ tab }: { readonly tab: Tab }) {
  for (;;) {
    const { token, lines } = await tab.dialog()
    if (token !== null) return { token, lines }
    await wait(25)
  }
}

// the dialog changes while the answer is on its way
test('80 answers race a changed dialog, and none reaches another', slow, async () => {
  const races = await Promise.all(
    [1, 2].map(async (seed) => {
      const random = seeded(seed)
      const program = await asking(0)
      const meant: string[] = []
      let within = 2 // ms, and then so long that half of them are in time
      let refused = 0
      for (let race = 0; race < 40; race += 1) {
        const { token, lines } = await answerable(program)
        const answering = program.tab.answer(token, 1 + Math.floor(random() * 2))
        await wait(random() * within)
        process.kill(program.pid(), 'SIGUSR1')
        const answered = await answering
        within = Math.min(200, within * (answered.sent ? 0.9 : 1.1))
        if (answered.sent) {
          meant.push(`${answered.choice.number} to ${numberIn(lines)}`)
          expect(answered.lines).toEqual(lines)
        } else refused += 1
      }
      await wait(500)
      return { meant, refused, read: program.keys() }
    }),
  )
  for (const { meant, refused, read } of races) {
    // a key that the program discarded unread, since it had started to draw another dialog,
    // answered nothing
    expect(read.filter((one) => !meant.includes(one))).toEqual([])
    expect(new Set(read).size).toBe(read.length)
    expect(meant.length - read.length).toBeLessThan(10)
    expect(meant.length).toBeGreaterThan(5)
    expect(refused).toBeGreaterThan(5)
  }
})

test('a dialog asked again in the same words is another dialog', async () => {
  const program = await asking(0, { same: true })
  for (let round = 1; round <= 20; round += 1) {
    const { token } = await answerable(program)
    expect((await answerable(program)).token).toBe(token)
    process.kill(program.pid(), 'SIGUSR1')
    await until(() => program.shownCount() === round + 1, program.tab)
    expect(await program.tab.answer(token, 1)).toEqual({
      sent: false,
      why: 'Not sent: the question has changed.',
    })
  }
  expect(program.keys()).toEqual([])
})

test('output paused by the user (Ctrl+S) is not resumed by an answer', slow, async () => {
  const { tab, pid, keys, shownCount } = await asking(0)
  const { token } = await answerable({ tab })
  // agents switch it off, and read the key themselves
  execFileSync('stty', ['-F', readlinkSync(`/proc/${pid()}/fd/0`), 'ixon'])
  tab.type('\x13')
  await wait(100)
  expect(await tab.answer(token, 1)).toMatchObject({ sent: false })
  expect(await tab.dialog()).toMatchObject({ token: null, why: typedSince })
  process.kill(pid(), 'SIGUSR1')
  await wait(300)
  expect([shownCount(), keys()]).toEqual([1, []])
  tab.type('\x11')
  await until(() => shownCount() === 2, tab)
})

/** Ends the process. This process has not been notified of that yet. */
function end(pid: number): void {
  process.kill(pid, 'SIGKILL')
  while (processStat(pid)?.isDead === false);
}

const endedWhy = 'Not sent: the program exited or is no longer in the foreground.'

test('a program that follows another that just ended gets no answer', slow, async () => {
  // it prints nothing: only /proc shows that it has the terminal now
  const program = await asking(0, {
    run: (words) => `exec perl -e '${silentShell}' after ${words}`,
  })
  const { token } = await answerable(program)
  const answered = program.tab.answer(token, 1)
  end(program.pid())
  expect(await answered).toEqual({ sent: false, why: endedWhy })
  await wait(300)
  program.tab.type('x')
  const after = () => readFileSync(join(program.home, 'after'), 'latin1')
  await until(() => after().includes('x'), program.tab)
  expect(after()).toBe('x')
})

test('an answer that meets the end of its program reports that it was not sent', slow, async () => {
  const program = await asking(0)
  const { token } = await answerable(program)
  end(program.pid())
  const answered = await program.tab.answer(token, 1)
  expect(answered).toEqual({ sent: false, why: endedWhy })
})

test('a dialog is answered once, by any client, and never after a key of the tab', async () => {
  const program = await asking(0)
  const { tab } = program
  const { token, lines } = await answerable(program)
  expect(lines).toEqual(
    [' Bash command', ' rm file 1', ' Do you want to proceed?'].map((one) => one.trim()),
  )
  const both = await Promise.all([tab.answer(token, 2), tab.answer(token, 1)])
  expect(both.map(({ sent }) => sent)).toEqual([true, false])
  await until(() => program.shownCount() === 2, tab)
  await wait(100)
  expect((await tab.answer(token, 1)).sent).toBe(false)

  const next = await answerable(program)
  tab.type('x')
  expect(await tab.answer(next.token, 1)).toEqual({
    sent: false,
    why: typedSince,
  })
  await until(() => program.keys().length === 2, tab)
  const last = await answerable(program)
  expect(await tab.answer(last.token, 7)).toEqual({ sent: false, why: 'No such choice.' })
  expect((await tab.answer(last.token, 1)).sent).toBe(true)
  await until(() => program.keys().length === 3, tab)
  expect(program.keys()).toEqual(['2 to 1', 'x to 2', '1 to 3'])

  const recorded = tab.recorder.entries.flatMap(({ event }) =>
    event.type === 'answer'
      ? `${event.question}: ${event.choice} (${event.refused ?? 'sent'})`
      : [],
  )
  const question = (number: number) => `Bash command rm file ${number} Do you want to proceed?`
  expect(recorded).toEqual([
    `${question(1)}: Yes (Another answer is being sent.)`,
    `${question(1)}: No, keep file 1 (sent)`,
    `${question(1)}: Yes (Not sent: the question has changed.)`,
    `${question(2)}: Yes (${typedSince})`,
    `${question(3)}: 7 (No such choice.)`,
    `${question(3)}: Yes (sent)`,
  ])
})
