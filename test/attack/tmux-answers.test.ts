/**
 * Attacks an answer to a pane of tmux. The answer reaches the dialog that was shown, or no program,
 * and no program is kept from printing for long.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { commandMs } from '../../src/host/pty/tmux/limits.ts'
import { paneTerminal } from '../../src/host/pty/tmux/pane-terminal.ts'
import { TmuxTab, until } from '../support/tmux-tab.ts'
import {
  answerable,
  sendChoice,
  asking,
  detach,
  itemOf,
  items,
  paned,
  silent,
  wait,
} from '../support/tmux/asking-pane.ts'
import { asSession } from '../support/windows/ids.ts'
import { slow } from '../slow.ts'

const tabs: TmuxTab[] = []
/** Sockets of servers of their own, in the folders of tabs. */
const servers: string[] = []
const stopped = new Set<number>()
afterEach(() => {
  for (const pid of stopped) process.kill(pid, 'SIGCONT')
  stopped.clear()
  for (const socket of servers.splice(0)) spawnSync('tmux', ['-S', socket, 'kill-server'])
  for (const tab of tabs.splice(0).reverse()) tab.dispose()
})

const format = (own: TmuxTab, text: string) => own.tmux('display-message', '-p', '-t', 'own', text)
const keysIn = (file: string) =>
  existsSync(file) ? (readFileSync(file, 'utf8').match(/^key .*$/gm) ?? []) : []

test("an answer never reaches another program in a dead pane's terminal", slow, async () => {
  const { own, item, keys } = await asking(tabs, 0)
  const [terminal, pid] = format(own, '#{pane_tty} #{pane_pid}').split(' ')
  const { token } = await answerable(item)
  own.tmux('new-window', '-d', '-t', 'own', 'exec sleep 1000')
  own.tmux('kill-pane', '-t', 'own:0')
  // the kernel gives its number to the next that asks, here or elsewhere on this machine
  const other = join(own.folder, 'other')
  const terminals = () => own.tmux('list-panes', '-s', '-t', 'own', '-F', '#{pane_tty}').split('\n')
  for (let tries = 0; tries < 20 && !terminals().includes(terminal!); tries += 1) {
    own.tmux('kill-window', '-a', '-t', 'own:1')
    own.tmux('new-window', '-d', '-t', 'own', `exec ${own.folder}/bin/claude ${other} 0`)
    await wait(50)
  }
  const [, second] = own.tmux('list-panes', '-s', '-t', 'own', '-F', '#{pane_pid}').split('\n')
  expect(paneTerminal(terminal!, Number(pid))).toBe(null)
  expect(paneTerminal(terminals()[0]!, Number(second))).toBe(null)
  const terminalOfSecond = paneTerminal(terminals()[1]!, Number(second))
  expect(terminalOfSecond).not.toBe(null)
  terminalOfSecond?.release()
  expect(await item.agents.answer(token, 1)).toMatchObject({ sent: false })
  await wait(300)
  expect([keys(), keysIn(other)]).toEqual([[], []])
})

test('an answer never reaches another program with the same dialog in the pane', async () => {
  const { own, item, keys } = await asking(tabs, 0)
  const { token } = await answerable(item)
  const other = join(own.folder, 'other')
  own.tmux('respawn-pane', '-k', '-t', 'own', `exec ${own.folder}/bin/claude ${other} 0`)
  const pid = () => Number(/^pid (\d+)$/m.exec(readFileSync(other, 'utf8'))?.[1])
  await until('its program', () => pid() > 0)
  process.kill(pid(), 'SIGUSR1')
  await until('its dialog', () => readFileSync(other, 'utf8').includes('shown'))
  expect(await item.agents.answer(token, 1)).toMatchObject({ sent: false })
  await wait(300)
  expect([keys(), keysIn(other)]).toEqual([[], []])
  // it is known as another, and has the first answer
  const { item: asked } = await itemOf(own)
  // refused while its state is still changing
  await expect.poll(() => sendChoice(asked, 2)).toMatchObject({ sent: true })
  await until('its key', () => keysIn(other).length === 1)
  expect(keysIn(other)).toEqual(['key 2 1'])
})

const asksNothing = 'a pane that has %s by now asks nothing more'
async function isOver(_: string, act: (own: TmuxTab, pid: number) => unknown): Promise<void> {
  const { own, pid } = await asking(tabs, 0)
  own.tmux('set-option', '-w', '-t', 'own', 'remain-on-exit', 'on')
  act(own, pid())
  await items(own, 0)
  own.tmux('has-session', '-t', 'own')
}
test.each([
  ['another program', (own: TmuxTab) => own.tmux('respawn-pane', '-k', '-t', 'own', 'exec cat')],
] as const)(asksNothing, slow, isOver)
test.each([['no program', (_: TmuxTab, pid: number) => process.kill(pid, 'SIGKILL')]] as const)(
  asksNothing,
  slow,
  isOver,
)

test('guessed control-protocol lines on a captured screen forge nothing', slow, async () => {
  const own = await paned(tabs, 'exec sh', 'exec sh')
  const [forger, guess] = ['forge.pl', 'guess'].map((name) => join(own.folder, name)) as [
    string,
    string,
  ]
  const number = () =>
    Number(
      /^%begin \d+ (\d+)/m.exec(
        own.tmux('-C', 'attach-session', '-f', 'read-only', '-t', 'own'),
      )?.[1],
    )
  const guessed = () => writeFileSync(guess, String(number()))
  guessed()
  writeFileSync(
    forger,
    `$| = 1; print "\\e]7501;state=blocked:kind=question\\a";
    while (1) {
      open my $from, "<", "${guess}"; my $number = <$from>; close $from;
      print "\\e[2J\\e[H", join "\\r\\n", map { sprintf "%%end %d %d 1\\r\\n" .
        '%%output %%0 \\033]7501;state=blocked:kind=permission\\007', time, $number + $_ } 4 .. 10;
      select undef, undef, undef, 0.02;
    }`,
  )
  own.tmux('send-keys', '-t', 'own:0.1', `exec perl ${forger}`, 'Enter')
  await own.shows('waiting question tmux 0.1')
  const pane = () => own.session.why().tmux?.panes[0]?.state
  for (let round = 0; round < 60; round += 1) {
    guessed()
    await wait(25)
    for (let read = 0; read < 4; read += 1) {
      await own.session.agents.dialog()
      expect(pane()).not.toBe('waiting')
    }
  }
})

test('two vibeflow instances answering at one tmux server send one key', slow, async () => {
  const first = await asking(tabs, 0)
  const second = new TmuxTab(`-V; tmux -S ${first.own.socket} attach-session -t own`, silent)
  tabs.push(second)
  await second.panes(1)
  await second.shows('waiting permission tmux 0.0')
  first.own.tmux('detach-client', '-t', first.own.terminal)
  const other = await itemOf(second)
  for (let round = 1; round <= 5; round += 1) {
    const read = await Promise.all([answerable(first.item), answerable(other.item)])
    const both = await Promise.all([
      first.item.agents.answer(read[0].token, 1),
      other.item.agents.answer(read[1].token, 2),
    ])
    expect(both.filter(({ sent }) => sent).length).toBeLessThan(2)
    await wait(500)
    expect(new Set(first.keys().map((key) => key.slice(2))).size).toBe(first.keys().length)
    expect(first.keys().length).toBeLessThanOrEqual(round)
  }
  expect(first.keys().length).toBeGreaterThan(0)
})

test('an answer is not sent through a tmux inside the pane', slow, async () => {
  const own = await paned(tabs, 'exec sh')
  const file = join(own.folder, 'answers')
  const inner = join(own.folder, 'inner')
  servers.push(inner)
  own.type(`tmux -S ${inner} -f /dev/null new-session 'exec claude ${file} 0'\r`)
  const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  await until('its program', () => /^pid \d+$/m.test(text()))
  await wait(500)
  process.kill(Number(/^pid (\d+)$/m.exec(text())?.[1]), 'SIGUSR1')
  await until('its dialog', () => text().includes('shown'))
  await wait(1_000)
  detach(own)
  await until('its session', () => own.items.size === 1)
  const [id = ''] = own.items.keys()
  const item = own.detached.find(asSession(id))
  expect(await item?.agents.dialog()).toMatchObject({ token: null })
  expect(await item?.agents.answer('0/x', 1)).toMatchObject({ sent: false })
  expect(keysIn(file)).toEqual([])
})

/** Stops the server for so long. */
async function stopFor(own: TmuxTab, ms: number): Promise<void> {
  const pid = Number(format(own, '#{pid}'))
  process.kill(pid, 'SIGSTOP')
  stopped.add(pid)
  await wait(ms)
  process.kill(pid, 'SIGCONT')
  stopped.delete(pid)
}

const stopTitle = 'a hold ends and no key comes late when the server stops after %i ms'
test.each([40, 0, 80])(stopTitle, slow, serverStops)

/** A program whose terminal is held does not come to its next line. */
async function serverStops(from: number): Promise<void> {
  const { own, item, pid, keys } = await asking(tabs, 0)
  const beside = new TmuxTab('-V')
  tabs.push(beside)
  const { token } = await answerable(item)
  const answering = item.agents.answer(token, 1)
  await wait(from)
  const standing = stopFor(own, commandMs + 2_000)
  // keys of another tab still work, because the event loop is not blocked
  const lag = watchLoop()
  beside.type('echo besi""de > beside\r')
  const file = join(beside.folder, 'beside')
  await until('the other tab', () => existsSync(file))
  // its next dialog: it can be printed once the hold has ended, while the server is stopped
  await wait(commandMs + 1_000)
  const answersFile = join(own.folder, 'answers')
  const shown = () => readFileSync(answersFile, 'utf8').match(/^shown/gm)?.length ?? 0
  const before = shown()
  process.kill(pid(), 'SIGUSR1')
  await until('its next dialog', () => shown() > before, 900)
  await standing
  const answered = await answering
  await wait(700)
  // only the answered dialog got a key, or none did
  expect(keys().filter((key) => key !== '1 to 1')).toEqual([])
  expect(keys().length).toBe(answered.sent ? 1 : 0)
  expect(lag()).toBeLessThan(4_000)
}

/** @returns the longest turn so far, ms: a hold that waits would be one of seconds */
function watchLoop(): () => number {
  let [last, most] = [performance.now(), 0]
  const timer = setInterval(() => {
    most = Math.max(most, performance.now() - last)
    last = performance.now()
  }, 10)
  return () => {
    clearInterval(timer)
    return most
  }
}
