/** Contexts that output reports (OSC 3008): what a tab shows of them, and when they end. */
import { describe, expect, test } from 'vitest'
import { ReportedContexts } from '../../../../src/core/session/naming/contexts.ts'
import { contextLabelCharactersMax, contextsMax } from '../../../../src/core/session/limits.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { parse3008 } from '../../../../src/protocol/index.ts'
import { quietWatch } from '../../../support/fake/fake-watch.ts'

/** Returns contexts on the machine `zeta` after these sequences. */
function after(...bodies: readonly string[]): ReportedContexts {
  const contexts = new ReportedContexts('zeta', new FakeClock(), () => undefined)
  for (const body of bodies) {
    const parsed = parse3008(body)
    if (parsed?.ok === true) contexts.take(parsed.value)
  }
  return contexts
}

const shell = 'start=s;type=shell;user=ann;hostname=zeta;pid=100;cwd=/home/ann'
const run0 = 'start=r;type=elevate;user=ann;hostname=zeta;pid=101;targetuser=root'
const nspawn = 'start=n;type=container;user=root;hostname=zeta;container=web'

test.each([
  ['a local shell', [shell], null],
  ['a command', [shell, 'start=c;type=command;user=ann;hostname=zeta;cmdline=ls'], null],
  ['run0', [shell, run0], { trail: 'root', root: true, place: null }],
  ['run0 as another user', ['start=r;type=chpriv;targetuser=bob'], { trail: 'bob', root: false }],
  ['run0 as the same user', ['start=r;type=subcontext;user=ann;hostname=zeta'], null],
  ['the root shell in it', [run0, 'start=t;type=shell;user=root;hostname=zeta'], { trail: 'root' }],
  ['a container', [run0, nspawn], { trail: 'root › container web', place: 'container' }],
  ['a container started by root', [run0, nspawn], { root: false }],
  [
    'the root shell in a container',
    [nspawn, 'start=t;type=shell;user=root;hostname=web'],
    { trail: 'container web › root', root: true, place: 'container' },
  ],
  ['a VM', ['start=v;type=vm;vm=test;targetuser=root'], { trail: 'VM test', root: true }],
  ['a remote host', ['start=h;type=remote;targetuser=root;targethost=db'], { trail: 'root@db' }],
  ['a remote host without a name', ['start=h;type=remote'], { trail: 'remote', place: 'remote' }],
  [
    'a shell of another host',
    ['start=t;type=shell;user=eve;hostname=DB.lan'],
    { trail: 'eve@DB.lan' },
  ],
  ['the domain of this host', ['start=t;type=shell;user=eve;hostname=ZETA.lan'], null],
  ['a service', ['start=u;type=service;comm=getty'], { trail: 'service getty' }],
  ['no type', ['start=u'], null],
] as const)('%s is shown as %j', (_name, bodies, shown) => {
  const now = after(...bodies).shown
  if (shown === null) expect(now).toBeNull()
  else expect(now).toMatchObject(shown)
})

describe('a context', () => {
  test('ends with its outer one', () => {
    expect(after(shell, run0, nspawn, 'end=r').shown).toBeNull()
    expect(after(shell, run0, nspawn, 'end=n').shown?.trail).toBe('root')
  })

  test('ends when the outer one is started again', () => {
    expect(after(shell, run0, nspawn, shell).shown).toBeNull()
  })

  test('loses its earlier fields when it is started again', () => {
    expect(after(nspawn, 'start=n;type=container').shown?.trail).toBe('container')
  })

  test('is not ended by an unknown id', () => {
    expect(after(run0, 'end=x', 'end=').shown?.trail).toBe('root')
  })
})

describe('hostile contexts', () => {
  test('nest up to the limit, and the outer ones stay', () => {
    const bodies = Array.from(
      { length: 1_000 },
      (_, at) => `start=${at};type=container;container=c${at}`,
    )
    const contexts = after(...bodies)
    expect(contexts.shown?.trail.split(' › ')).toHaveLength(contextsMax)
    expect(contexts.shown?.trail.startsWith('container c0 › ')).toBe(true)
    contexts.take({ end: '999' })
    expect(contexts.shown?.trail.split(' › ')).toHaveLength(contextsMax)
  })

  test('show no control, direction mark or long name', () => {
    const name = `\u202eevil › root${'x'.repeat(1_000)}`
    const trail = after(`start=1;type=container;container=${name}`).shown?.trail ?? ''
    expect(trail).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect([...trail].length).toBeLessThanOrEqual(contextLabelCharactersMax + 1)
  })

  test('change nothing when the same one is reported again and again', () => {
    let changes = 0
    const contexts = new ReportedContexts('zeta', new FakeClock(), () => (changes += 1))
    for (let at = 0; at < 1_000; at += 1) contexts.take({ start: '1', type: 'elevate' })
    expect(changes).toBe(1)
  })
})

test.each([
  ['of a program that died', nspawn],
  ['that names the shell', 'start=a;type=shell;pid=1000;hostname=prod.example.com;user=root'],
])('a context %s ends at the prompt of the own shell', (_name, body) => {
  const { start, ptys } = fakeStart()
  const session = new Session(bashTab, {
    clock: new FakeClock(),
    start,
    send: () => undefined,
    writeClipboard: () => undefined,
    watch: () => quietWatch(),
  })
  const prompt = '\x1b]133;A\x07$ \x1b]133;B\x07'
  // a job in the background prints it
  ptys[0]?.print(`${prompt}\x1b]3008;${body}\x1b\\`)
  expect(session.view().contexts).toBeDefined()
  ptys[0]?.print(prompt)
  expect(session.view().contexts).toBeUndefined()
  session.dispose()
})
