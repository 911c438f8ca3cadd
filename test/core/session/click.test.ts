/** Tests which programs get a click in a prompt. The foreground is fake. */
import { expect, test } from 'vitest'
import type { ProcessWatch } from '../../../src/core/session/ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart, type FakePty } from '../../support/fake/fake-pty.ts'

type Front = ProcessWatch['front']
const other: Front = { foreground: 'other', name: 'cat', pid: 7, agent: null }
const elsewhere = { relation: 'on', name: 'build' } as NonNullable<Front['elsewhere']>

/** Returns what a click in a prompt types while `group` reads the terminal. */
function clicked(front: Front | null, group: number | 'own'): string {
  const { start, ptys } = fakeStart()
  const own: Front = { foreground: 'shell', name: 'bash', pid: 1_000, agent: null }
  const session = new Session(bashTab, {
    clock: new FakeClock(),
    start,
    send: () => undefined,
    writeClipboard: () => undefined,
    watch: () => ({
      stirred: () => undefined,
      foregroundNow: () => 'shell',
      demand: () => undefined,
      look: () => undefined,
      front: front ?? own,
      dispose: () => undefined,
    }),
  })
  const pty = ptys[0] as FakePty
  pty.readBy = { group: group === 'own' ? pty.pid : group, canonical: false }
  const prompt = '\x1b]133;A;cl=line\x07$ \x1b]133;B\x07'
  pty.print(front === null ? prompt : `${prompt}\x1b]133;C\x07${prompt}`)
  session.input.click(new TextEncoder().encode('\x1b[D'))
  session.dispose()
  return pty.written
}

test.each([
  ['the own shell', null, 'own'],
  ['a nested shell', { ...other, name: 'fish' }, 7],
  ['a shell on another machine', { ...other, name: 'ssh', elsewhere }, 7],
  ...[
    'sudo',
    'runuser',
    'script',
    'docker',
    'podman',
    'kubectl',
    'sshpass',
    'autossh',
    'vibeflow',
  ].map((name) => [`a shell in ${name}`, { ...other, name }, 7] as const),
] as const)('a click in a prompt reaches %s', (_name, front, group) => {
  expect(clicked(front, group)).toBe('\x1b[D')
})

test.each([
  ['a command', other, 7],
  ['an agent', { ...other, foreground: 'tool', name: 'claude' }, 7],
  ['a command that has just started', null, 8],
  ['a program that has replaced the shell', { ...other, pid: 1_000 }, 'own'],
] as const)('a click in a forged prompt does not reach %s', (_n, front, group) => {
  expect(clicked(front, group)).toBe('')
})
