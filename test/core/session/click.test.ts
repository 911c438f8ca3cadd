/** Tests which programs get a click in a prompt. The foreground is fake. */
import { expect, test } from 'vitest'
import type { ProcessWatch } from '../../../src/core/session/ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart, type FakePty } from '../../support/fake/fake-pty.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'

type Front = ProcessWatch['front']
const other: Front = { foreground: 'other', name: 'cat', pid: 7, agent: null }
const elsewhere = { relation: 'on', name: 'build' } as NonNullable<Front['elsewhere']>

const prompt = '\x1b]133;A;cl=line\x07$ \x1b]133;B\x07'
const start = '\x1b]133;C\x07'
const far: Front = { ...other, name: 'ssh', elsewhere }

type Step = { readonly typed: string } | { readonly pasted: string } | { readonly printed: string }

/** Returns what a click in a prompt types while `group` reads the terminal. */
function clicked(
  front: Front | null,
  group: number | 'own',
  steps: readonly Step[] = [{ printed: front === null ? prompt : `${prompt}${start}${prompt}` }],
): string {
  const { start: starter, ptys } = fakeStart()
  const session = new Session(bashTab, {
    clock: new FakeClock(),
    start: starter,
    send: () => undefined,
    writeClipboard: () => undefined,
    watch: () => quietWatch(front === null ? {} : { front }),
  })
  const pty = ptys[0] as FakePty
  pty.readBy = { group: group === 'own' ? pty.pid : group, canonical: false }
  const bytes = (text: string) => new TextEncoder().encode(text)
  for (const step of steps)
    if ('typed' in step) session.input.type('keys', bytes(step.typed))
    else if ('printed' in step) pty.print(step.printed)
    else session.input.paste(bytes(step.pasted), { total: step.pasted.length, last: true })
  const before = pty.written.length
  session.input.click(bytes('\x1b[D'))
  const typed = pty.written.slice(before)
  session.dispose()
  return typed
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

const line: Step = { typed: 'cat\r' }
const end: Step = { printed: '\x1b]133;D;0\x07' }
const ran: readonly Step[] = [line, { printed: start }, end]
const echoed: Step = { printed: 'cat' }
const ahead: Step = { printed: 'cat\r\n' }
const prompted: Step = { printed: `\r\n${prompt}` }
const wrapped = [prompted, line, prompted, { typed: 'x' }, { printed: 'x\r\n' }] as const

test.each([
  ['text is typed', [prompted, { typed: 'cat' }]],
  ['a command has ended', [prompted, line, prompted]],
  ['a paste in brackets has line ends', [prompted, { pasted: '\x1b[200~a\rb\x1b[201~' }]],
  ['a program has read lines', [prompted, line, line, prompted, { typed: 'cat' }, echoed]],
  ['lines typed ahead have ended', [prompted, line, line, prompted, ahead, prompted]],
  ['its line wraps after them', [prompted, line, line, prompted, ahead, ...wrapped]],
  // an unfinished line, to which that shell adds another one
  ['its shell marks starts', [prompted, ...ran, prompted, line]],
  ['text follows a mark of a start', [prompted, ...ran, prompted, { typed: 'cat' }]],
] as const)('a click in a prompt on a remote host reaches its shell when %s', (_name, steps) => {
  expect(clicked(far, 7, steps)).toBe('\x1b[D')
})

test.each([
  ['by Enter', [prompted, line]],
  ['by a paste', [prompted, { pasted: 'cat\r' }]],
  ['by Enter, and the own shell marked the start of ssh', [{ printed: start }, prompted, line]],
  ['by Ctrl+J', [prompted, { typed: 'cat' }, { typed: '\n' }]],
  ['by Alt+Enter in a shell of vi keys', [prompted, { typed: 'cat' }, { typed: '\x1b\r' }]],
  ['by a paste in brackets with Enter', [prompted, { typed: '\x1b[200~cat\x1b[201~\r' }]],
  // the first host marks starts, and leads to another one
  ['on a further host', [prompted, line, { printed: start }, prompted, line]],
  ['there after a command', [prompted, ...ran, prompted, line, { printed: start }, prompted, line]],
  ['after Enter, on a host that marked one', [prompted, ...ran, prompted, line, prompted, line]],
  // a prompt and its line, which that shell read and echoed, or the line's echo on its own
  ['by a line typed ahead', [prompted, line, line, { printed: `\r\n${prompt}cat\r\n` }]],
  ['by its end', [prompted, line, line, prompted, { printed: 'cat' }, { printed: '\r\n' }]],
  ['by the second such line', [prompted, line, line, line, prompted, ahead, prompted, ahead]],
  ['by a paste of lines', [prompted, { pasted: 'cat\rcat\r' }, prompted, ahead]],
  ['by Enter of the kitty protocol', [prompted, { typed: '\x1b[13u' }]],
] as const)('a click on a remote host does not reach a program started %s', (_name, steps) => {
  expect(clicked(far, 7, steps)).toBe('')
})
