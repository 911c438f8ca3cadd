/** Contexts that output reports (OSC 3008): what a tab shows of them, and when they end. */
import { describe, expect, test } from 'vitest'
import { ReportedContexts } from '../../../../src/core/session/naming/contexts.ts'
import { contextLabelCharactersMax, contextsMax } from '../../../../src/core/session/limits.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { parse3008 } from '../../../../src/protocol/index.ts'

/** Returns contexts on the machine `zeta` after these sequences. */
const after = (...bodies: readonly string[]) => fed(false, bodies)
/** As if the tab's own shell printed them. */
const atPrompt = (...bodies: readonly string[]) => fed(true, bodies)

function fed(isAtPrompt: boolean, bodies: readonly string[]): ReportedContexts {
  const contexts = new ReportedContexts('zeta', new FakeClock(), () => undefined)
  for (const body of bodies) {
    const parsed = parse3008(body)
    if (parsed?.ok === true) contexts.take(parsed.value, isAtPrompt)
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

  test('of a program that died ends when the own shell is in the foreground', () => {
    const contexts = after(shell, run0, nspawn)
    contexts.shellInFront(100)
    expect(contexts.shown).toBeNull()
    const other = after(run0, nspawn)
    other.shellInFront(null)
    expect(other.shown).toBeNull()
  })

  test('of the own shell stays when it is in the foreground', () => {
    const contexts = atPrompt('start=t;type=shell;user=root;hostname=zeta;pid=100', nspawn)
    contexts.shellInFront(100)
    expect(contexts.shown?.trail).toBe('root')
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

  test.each([
    ['of another type', atPrompt(`${nspawn};pid=100`)],
    ['around that of the shell', atPrompt(nspawn, shell)],
    ['of a shell, printed by a program', after('start=t;type=shell;hostname=evil;pid=100')],
    ['of another process', atPrompt('start=t;type=shell;hostname=evil;pid=101')],
    ['without a process', atPrompt('start=t;type=shell;hostname=evil')],
  ])('%s end although they name the process of the shell', (_name, contexts) => {
    expect(contexts.shown).not.toBeNull()
    contexts.shellInFront(100)
    expect(contexts.shown).toBeNull()
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
