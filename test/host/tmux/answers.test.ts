/**
 * Answers dialogs in panes of a detached session of a real tmux from the inbox. Some programs show
 * other dialogs in between and note for each key which dialog it was sent to
 * (test/support/dialogs.pl). Others play recordings of agents.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { seeded } from '../../support/random.ts'
import { silentShell } from '../../support/stand-in-agents.ts'
import { recordedDialogs } from '../../support/recorded/recorded-dialogs.ts'
import type { TmuxTab } from '../../support/tmux-tab.ts'
import { until } from '../../support/tmux-tab.ts'
import {
  answerable,
  sendChoice,
  asking as askingIn,
  detach,
  itemOf,
  items,
  numberIn,
  paned,
  wait,
} from '../../support/tmux/asking-pane.ts'
import { asSession } from '../../support/windows/ids.ts'
import { slow } from '../../slow.ts'

const tabs: TmuxTab[] = []
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.dispose()
})

const asking = (...words: Tail<Parameters<typeof askingIn>>) => askingIn(tabs, ...words)
const detached = (...commands: readonly string[]) => paned(tabs, ...commands)
type Tail<List> = List extends [unknown, ...infer Rest] ? Rest : never

// the dialog changes while the answer is on its way: without the hold some six reach another
test('40 answers race a changed dialog in tmux, and none reaches another', slow, async () => {
  const races = await Promise.all(
    [1, 2].map(async (seed) => {
      const random = seeded(seed)
      const program = await asking(0)
      const meant: string[] = []
      let within = 100 // ms, and then so long that half of them are in time
      const why: string[] = []
      for (let race = 0; race < 20; race += 1) {
        const { token, lines } = await answerable(program.item)
        const answering = program.item.agents.answer(token, 1 + Math.floor(random() * 2))
        await wait(random() * within)
        process.kill(program.pid(), 'SIGUSR1')
        const answered = await answering
        within = Math.min(1_000, within * (answered.sent ? 0.7 : 1.4))
        if (answered.sent) {
          meant.push(`${answered.choice.number} to ${numberIn(lines)}`)
          expect(answered.lines).toEqual(lines)
        } else why.push(answered.why)
      }
      await wait(500)
      return { meant, why, read: program.keys() }
    }),
  )
  for (const { meant, read } of races) {
    expect(read.filter((one) => !meant.includes(one))).toEqual([])
    expect(new Set(read).size).toBe(read.length)
    expect(meant.length - read.length).toBeLessThan(4)
  }
  expect(races.flatMap(({ meant }) => meant).length).toBeGreaterThan(4)
  expect(races.flatMap(({ why }) => why).length).toBeGreaterThan(4)
})

test('a dialog is answered once, and the next one as well', async () => {
  const { own, item, keys } = await asking(0)
  const first = await answerable(item)
  expect(keys()).toEqual([])
  expect(first.lines).toEqual(['Bash command', 'rm file 1', 'Do you want to proceed?'])
  expect(first.choices.map(({ label }) => label)).toEqual(['Yes', 'No, keep file 1'])
  const both = await Promise.all([
    item.agents.answer(first.token, 2),
    item.agents.answer(first.token, 1),
  ])
  expect(both.map(({ sent }) => sent)).toEqual([true, false])
  await until('the key', () => keys().length === 1)
  await wait(300)
  expect((await item.agents.answer(first.token, 1)).sent).toBe(false)
  const second = await answerable(item)
  expect(numberIn(second.lines)).toBe(2)
  expect(await item.agents.answer(second.token, 7)).toEqual({
    sent: false,
    why: 'No such choice.',
  })
  expect(await sendChoice(item, 1)).toMatchObject({ sent: true })
  await until('both keys', () => keys().length === 2)
  expect(keys()).toEqual(['2 to 1', '1 to 2'])
  expect(own.items.size).toBe(1)
})

test(
  'an answer is not sent to copy mode, to several panes, or where input is off',
  slow,
  async () => {
    const { own, item, keys } = await asking(0)
    const { token } = await answerable(item)
    const refused = async () => {
      const answered = await item.agents.answer(token, 1)
      return answered.sent ? 'sent' : answered.why
    }
    own.tmux('copy-mode', '-t', 'own')
    expect(await refused()).toContain('copy mode')
    own.tmux('send-keys', '-t', 'own', '-X', 'cancel')
    own.tmux('set-option', '-w', '-t', 'own', 'synchronize-panes', 'on')
    expect(await refused()).toContain('synchronize-panes')
    own.tmux('set-option', '-w', '-t', 'own', 'synchronize-panes', 'off')
    own.tmux('select-pane', '-t', 'own', '-d')
    expect(await refused()).toContain('is disabled')
    own.tmux('select-pane', '-t', 'own', '-e')
    expect(keys()).toEqual([])
    expect(await refused()).toBe('sent')
    await until('the key', () => keys().length === 1)
  },
)

const goesTitle = 'its %s goes while it is answered'
async function goes(_: string, words: readonly [string, ...string[]]): Promise<void> {
  const { own, item } = await asking(0)
  own.tmux('split-window', '-d', '-t', 'own', 'exec sleep 1000')
  await wait(500)
  const { token } = await answerable(item)
  const answered = item.agents.answer(token, 1)
  await wait(20)
  own.tmux(...words)
  expect((await answered).sent).toBe(false)
}
test.each([
  ['pane', ['kill-pane', '-t', 'own:0.0']],
  ['server', ['kill-server']],
] as const)(goesTitle, slow, goes)

test('a program that follows another that just ended in a pane gets no answer', slow, async () => {
  const { own, item, pid, keys } = await asking(
    0,
    (words) => `exec perl -e '${silentShell}' after ${words}`,
  )
  const { token } = await answerable(item)
  const answered = item.agents.answer(token, 1)
  process.kill(pid(), 'SIGKILL')
  expect(await answered).toMatchObject({ sent: false })
  own.tmux('send-keys', '-t', 'own', 'x')
  const after = () => readFileSync(join(own.folder, 'after'), 'latin1')
  await until('what follows', () => after().includes('x'))
  expect([after(), keys()]).toEqual(['x', []])
})

test('output paused by the user (Ctrl+S) in a pane is not resumed by an answer', slow, async () => {
  const { own, item, pid, keys } = await asking(0)
  const { token } = await answerable(item)
  // agents switch it off, and read the key themselves
  execFileSync('stty', ['-F', readlinkSync(`/proc/${pid()}/fd/0`), 'ixon'])
  own.tmux('send-keys', '-t', 'own', 'C-s')
  await wait(100)
  expect(await item.agents.answer(token, 1)).toEqual({
    sent: false,
    why: 'Not sent: the output of the tmux pane is paused (Ctrl+S).',
  })
  process.kill(pid(), 'SIGUSR1')
  await wait(300)
  const screen = () => own.tmux('capture-pane', '-p', '-t', 'own')
  expect([keys(), screen()]).toEqual([[], expect.not.stringContaining('rm file 2')])
  own.tmux('send-keys', '-t', 'own', 'C-q')
  await until('the next dialog', () => screen().includes('rm file 2'))
})

test('two waiting panes are two items, each read and answered separately', slow, async () => {
  const own = await detached('exec sh', 'exec sh')
  const file = (pane: number) => join(own.folder, `answers-${pane}`)
  const log = (pane: number) => (existsSync(file(pane)) ? readFileSync(file(pane), 'utf8') : '')
  const pid = (pane: number) => Number(/^pid (\d+)$/m.exec(log(pane))?.[1])
  for (const pane of [0, 1]) {
    own.tmux(
      'send-keys',
      '-t',
      `own:0.${pane}`,
      `exec ${own.folder}/bin/claude ${file(pane)} 0`,
      'Enter',
    )
    await until('its program', () => pid(pane) > 0)
  }
  await wait(500)
  for (const pane of [0, 1]) process.kill(pid(pane), 'SIGUSR1')
  await until('a dialog', () => own.shown.startsWith('waiting permission tmux 0.'))
  process.kill(pid(0), 'SIGUSR1') // the dialog of pane 0 is its second
  detach(own)
  await items(own, 2)
  const places = () => [...own.items.values()].map(({ agent }) => agent?.where).sort()
  expect(places()).toEqual(['tmux 0.0', 'tmux 0.1'])
  const at = (where: string) => {
    const found = [...own.items.values()].find(({ agent }) => agent?.where === where)
    const item = own.detached.find(asSession(found?.id))
    if (found === undefined || item === undefined) throw new Error(`no item ${where}`)
    return { id: found.id, item }
  }
  const [zero, one] = [at('tmux 0.0'), at('tmux 0.1')]
  const read = await Promise.all([answerable(zero.item), answerable(one.item)])
  expect(read.map(({ lines }) => numberIn(lines))).toEqual([2, 1])
  const answered = [
    await zero.item.agents.answer(read[0].token, 2),
    await one.item.agents.answer(read[1].token, 1),
  ]
  expect(answered.map(({ sent }) => sent)).toEqual([true, true])
  await until('both keys', () => [0, 1].every((pane) => log(pane).includes('key')))
  expect([0, 1].map((pane) => /^key .*$/m.exec(log(pane))?.[0])).toEqual(['key 2 2', 'key 1 1'])
  // Enter: that pane has the keyboard, and no item is left
  own.tmux('select-pane', '-t', 'own:0.0')
  await until('it is listed and attached', () => own.detached.attach(one.id) !== null)
  await until('its pane', () => own.tmux('display-message', '-p', '#{pane_index}') === '1')
  own.tmux('kill-server')
  await until('the end', () => own.items.size === 0)
})

/**
 * Prints a recording up to its dialog once it is seen in the foreground, and notes the keys it
 * reads.
 */
const player = `#!/usr/bin/perl
my ($recording, $keys, $deaf) = @ARGV;
system('stty raw -echo');
open(my $file, '<:raw', $recording) or die; local $/; my $bytes = <$file>;
select(undef, undef, undef, 1);
syswrite(STDOUT, $bytes);
select(undef, undef, undef, $deaf);
while (sysread(STDIN, my $key, 8)) { open(my $to, '>>', $keys); print $to $key; close $to }
`

/** `deaf`: seconds in which it reads nothing. */
async function playing(agent: string, bytes: Uint8Array, deaf: number) {
  const own = await detached('exec sh')
  own.tmux('resize-window', '-t', 'own', '-x', '120', '-y', '40')
  const [program, recording, keys] = [`bin/${agent}`, 'recording', 'keys'].map((name) =>
    join(own.folder, name),
  ) as [string, string, string]
  writeFileSync(program, player)
  chmodSync(program, 0o755)
  writeFileSync(recording, bytes)
  own.type(`exec ${agent} ${recording} ${keys} ${deaf}\r`)
  await until('it waits', () => own.shown.startsWith('waiting permission'))
  detach(own)
  const { item } = await itemOf(own)
  return { item, keys: () => (existsSync(keys) ? readFileSync(keys, 'latin1') : '') }
}

/** Keys of the second choice. The dialog of Continue CLI has no keys. */
const second: Readonly<Record<string, string>> = {
  ...{ auggie: 'd', claude: '2', cline: 'n', codex: 'p', copilot: '2', gemini: '2', qwen: '2' },
  ...{ droid: '\x1b[B\r', kilo: '\x1b[C\r', opencode: '\x1b[C\r' },
}
const dialogs = recordedDialogs().filter(({ agent }) => agent in second)

async function readAndAnswered({ agent, atDialog }: (typeof dialogs)[number]): Promise<void> {
  const { item, keys } = await playing(agent, atDialog, 0)
  const { choices, ...outcome } = await sendChoice(item, 2)
  expect(choices.length).toBeGreaterThan(1)
  expect(outcome).toMatchObject({ sent: true, choice: choices[1] })
  // after tmux's replies to its queries
  await until('its key', () => keys().endsWith(second[agent]!))
}
const readTitle = 'the real dialog of $recording is read and answered'
test.each(dialogs.slice(0, 1))(readTitle, readAndAnswered)
test.each(dialogs.slice(1))(readTitle, slow, readAndAnswered)

test('a key that its program does not read is taken back, and nothing else is', slow, async () => {
  const claude = dialogs.find(({ agent }) => agent === 'claude')!
  const { item, keys } = await playing('claude', claude.atDialog, 4)
  const { token } = await answerable(item)
  expect(await item.agents.answer(token, 1)).toEqual({
    sent: false,
    why: "Not sent: the program isn't reading input.",
  })
  await until('it reads', () => keys().length > 0)
  await wait(300)
  const replies = keys()
  expect(replies).toMatch(/^(?:\x1bP>\|tmux [^\x1b]*\x1b\\|\x1b\[[?>]?[\d;]*\$?[cty])+$/)
  expect(await sendChoice(item, 2)).toMatchObject({ sent: true })
  await until('the key', () => keys() === `${replies}2`)
})
