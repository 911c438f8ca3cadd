/** One session with a fake pty, clock and page. */
import { describe, expect, it } from 'vitest'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import { Session } from '../../../src/core/session/session.ts'
import { whyText } from '../../../src/agents/state/why.ts'
import { resizeIntervalMs } from '../../../src/core/session/terminal-size.ts'
import { stateWord } from '../../../src/core/windows/tabs/state-words.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

function make(program = '/bin/bash') {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const sent: MainMessage[] = []
  const copied: string[] = []
  const session = new Session(
    {
      ...bashTab,
      command: { program, args: [] },
      directory: '/home/u/api',
    },
    {
      clock,
      start,
      send: (message) => sent.push(message),
      writeClipboard: (selection, text) => copied.push(`${selection}: ${text}`),
    },
  )
  return { clock, copied, ptys, sent, session }
}

describe('session', () => {
  it('starts its program at the given size and reports that it runs', () => {
    const { ptys, session } = make()
    expect(ptys[0]?.launch).toMatchObject({
      program: '/bin/bash',
      directory: '/home/u/api',
      size: { cols: 80, rows: 24 },
    })
    expect(session.view()).toMatchObject({
      id: 't',
      title: 'bash',
      project: 'api',
      place: '~/api',
      state: 'active',
      phase: 'running',
    })
  })

  it('explains why a program could not be started', () => {
    expect(make('missing').session.view()).toMatchObject({
      phase: 'failed',
      state: 'error',
      problem: "Can't start missing: command not found in PATH.",
    })
  })

  it('shows a failed start in subtitle and Why, and a failed restart too', () => {
    const { session } = make('missing')
    const said = () => ({
      state: stateWord(session.view(), String),
      why: [session.why().state, session.why().short, session.why().rule, session.why().confidence],
    })
    const failed = {
      state: 'failed',
      why: [
        'error',
        "Failed for under 1 s: couldn't start the program: Can't start missing: command " +
          'not found in PATH.',
        'E1',
        'fact',
      ],
    }
    expect(said()).toEqual(failed)
    session.program.restart()
    expect(said()).toEqual(failed)
  })

  it('shows how a program ended, red only for a bad end', () => {
    const { clock, ptys, session } = make()
    clock.advance(5_000)
    ptys[0]?.end({ code: 0, signal: null })
    expect(session.view()).toMatchObject({
      phase: 'ended',
      state: 'active',
      place: '~/api',
      exit: { code: 0, signal: null, ranMs: 5_000 },
    })
    session.program.restart()
    ptys[1]?.end({ code: 3, signal: null })
    expect(session.view()).toMatchObject({
      state: 'error',
      exit: { code: 3, signal: null, ranMs: 0 },
    })
    session.program.restart()
    ptys[2]?.end({ code: 0, signal: 'SIGKILL' })
    expect(session.view()).toMatchObject({
      state: 'error',
      exit: { code: 0, signal: 'SIGKILL', ranMs: 0 },
    })
  })

  it('restarts under a rule line, and the offsets continue', () => {
    const { clock, ptys, session } = make()
    clock.advance(1)
    ptys[0]?.print('old')
    ptys[0]?.end({ code: 1, signal: null })
    session.program.restart()
    ptys[1]?.print('new')
    clock.advance(100)
    expect(ptys.length).toBe(2)
    expect(session.view()).toMatchObject({ phase: 'running', state: 'active' })
    const text = Buffer.concat(session.restorable().restoredOutput).toString()
    expect(text.startsWith('old\x18')).toBe(true)
    expect(text).toContain('\r\n\x1b[2m── restarted ──\x1b[m\r\n') // short: right at every width
    expect(text.endsWith('\r\nnew')).toBe(true)
    session.dispose()
    expect(clock.timers).toBe(0)
  })

  it('sends one size in 50 ms, the first immediately, the last of several before any key', () => {
    const { clock, ptys, session } = make()
    clock.advance(1_000)
    for (const cols of [81, 82, 83]) session.program.resize({ cols, rows: 24 })
    expect(ptys[0]?.sizes).toEqual([{ cols: 81, rows: 24 }])
    clock.advance(resizeIntervalMs)
    expect(ptys[0]?.sizes.at(-1)).toEqual({ cols: 83, rows: 24 })
    session.program.resize({ cols: 84, rows: 24 })
    session.input.type('keys', new Uint8Array([13]))
    expect(ptys[0]?.sizes.at(-1)).toEqual({ cols: 84, rows: 24 })
    session.program.resize({ cols: 84, rows: 24 })
    clock.advance(1_000)
    expect(ptys[0]?.sizes.length).toBe(3)
  })

  it("sends a program's reports about itself at most once a frame", () => {
    const { clock, ptys, sent, session } = make()
    clock.advance(1_000)
    sent.length = 0
    ptys[0]?.print('a\x1b]1338;state=waiting;tool=claude;project=vibeflow\x07b')
    expect(sent.map(({ kind }) => kind)).toEqual(['session/changed'])
    expect(sent[0]).toMatchObject({
      view: {
        state: 'waiting',
        project: 'vibeflow',
        agent: { source: 'osc1338', kind: 'other', tool: 'claude', project: 'vibeflow' },
      },
    })
    ptys[0]?.print('\x1b]1338;state=working\x07')
    ptys[0]?.print('\x1b]1338;state=done\x07')
    clock.advance(99)
    expect(session.view().state).toBe('waiting') // latest wins, once the debounce has passed
    clock.advance(1)
    const kinds = sent.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'session/changed')).toHaveLength(2)
    expect(kinds.at(-1)).toBe('session/changed')
    expect(session.view().state).toBe('done')
    session.dispose()
    expect(clock.timers).toBe(0)
  })

  it('reads titles from the output, four a second, the latest wins, and cleans them', () => {
    const { clock, ptys, session } = make()
    for (const title of ['one', 'two', 'thr\u202eee']) ptys[0]?.print(`\x1b]2;${title}\x07`)
    expect(session.view().title).toBe('one')
    clock.advance(250)
    expect(session.view().title).toBe('three')
    session.dispose()
    expect(clock.timers).toBe(0)
  })

  it('follows the directory that the shell reports, and the kernel when that changes', () => {
    const { ptys, session } = make()
    ptys[0]?.print('\x1b]7;file://thishost/srv/web\x07')
    expect(session.view().place).toBe('/srv/web')
    session.identity.processMoved('/home/u')
    session.identity.processMoved('/home/u')
    expect(session.identity.directory).toBe('/home/u')
    ptys[0]?.print('\x1b]7;file://otherhost/x\x07')
    expect(session.identity.directory).toBe('/home/u')
    session.dispose()
  })

  it('follows a nested shell and returns to the directory of the first one', () => {
    const { ptys, session } = make()
    const { identity } = session
    identity.processMoved('/srv/data')
    // by another path than the kernel's, which stays while neither shell moves
    ptys[0]?.print('\x1b]7;file://thishost/home/u/link\x07')
    const after = (...moved: Parameters<typeof identity.processMoved>) => {
      identity.processMoved(...moved)
      return identity.directory
    }
    expect(after('/srv/data', '/srv/data')).toBe('/home/u/link')
    expect(after('/srv/data', '/usr')).toBe('/usr')
    expect(after('/srv/data', '/usr')).toBe('/usr')
    expect(after('/srv/data')).toBe('/srv/data')
    // the first shell reports its directory again before the kernel is asked
    after('/srv/data', '/usr')
    ptys[0]?.print('\x1b]7;file://thishost/home/u/link\x07')
    expect(after('/srv/data')).toBe('/home/u/link')
    session.dispose()
  })

  it('follows a shell whose copy is the first process seen in the new directory', () => {
    const { session } = make()
    const { identity } = session
    identity.processMoved('/srv/data')
    identity.processMoved('/home/u', '/home/u') // `cd; clear`, before the copy runs `clear`
    identity.processMoved('/home/u')
    expect(identity.directory).toBe('/home/u')
    session.dispose()
  })

  it('follows a nested shell that stays where the first one was', () => {
    const { ptys, session } = make()
    const { identity } = session
    identity.processMoved('/srv')
    ptys[0]?.print('\x1b]7;file://thishost/home/u\x07')
    identity.processMoved('/home/u', '/srv') // `cd; (cd /srv; bash)`, before a reading
    expect(identity.directory).toBe('/srv')
    session.dispose()
  })

  it('passes clipboard text on at a bounded rate, with one notice, and never reads', () => {
    const { copied, ptys, sent, session } = make()
    ptys[0]?.print('\x1b]52;cp;SGk=\x07\x1b]52;c;?\x07\x1b]52;c;no!\x07')
    expect(copied).toEqual(['clipboard: Hi', 'primary: Hi'])
    for (let round = 0; round < 50; round += 1) ptys[0]?.print('\x1b]52;c;SGk=\x07')
    expect(copied).toHaveLength(2 + 9)
    expect(sent.filter(({ kind }) => kind === 'page/notice')).toHaveLength(1)
    expect([ptys[0]?.written, session.why().dropped]).toEqual(['', { malformed: 1 }])
    session.dispose()
  })

  it('copies up to 100 KiB for a program, and nothing of a longer text, with a notice', () => {
    const { clock, copied, ptys, sent, session } = make()
    const write = (bytes: number) =>
      ptys[0]?.print(`\x1b]52;c;${Buffer.alloc(bytes, 'x').toString('base64')}\x07`)
    const notices = () => sent.flatMap((one) => (one.kind === 'page/notice' ? [one.text] : []))
    for (const bytes of [98_304, 102_400]) write(bytes)
    expect([copied.map(({ length }) => length), notices()]).toEqual([[98_315, 102_411], []])
    for (const bytes of [102_401, 200_000, 1_000_000]) write(bytes)
    expect([copied.length, notices()]).toEqual([
      2,
      [
        "“bash” couldn't copy to the clipboard: the text is larger than 100 KiB. Copy less, or " +
          'save the text to a file.',
      ],
    ])
    clock.advance(60_000)
    write(102_401)
    expect([copied.length, notices().length]).toEqual([2, 2])
    session.dispose()
  })

  it('releases a flooding program immediately', () => {
    const { clock, ptys, session } = make()
    ptys[0]?.print(new Uint8Array(1_000_000))
    session.dispose()
    expect(ptys[0]?.closed).toBe(true)
    expect(clock.timers).toBe(0)
  })
})

describe('a session whose output comes from another machine', () => {
  const say = (text: string) => new TextEncoder().encode(text)
  const remote = (host: string, path = '/srv/api') => say(`\x1b]7;file://${host}${path}\x07`)

  it('shows the remote directory, and keeps its own for new tabs', () => {
    const { ptys, session } = make()
    ptys[0]?.print(remote('build'))
    expect(session.view()).toMatchObject({ place: 'build:/srv/api', project: 'on build: api' })
    expect([session.identity.directory, session.identity.elsewhere]).toEqual([
      '/home/u/api',
      'on build',
    ])
    ptys[0]?.print(remote('build', '/srv/other'))
    expect(session.view().place).toBe('build:/srv/other')
    ptys[0]?.print(remote('thishost', '/home/u/web'))
    expect(session.view()).toMatchObject({ place: '~/web', project: 'web' })
    expect([session.identity.directory, session.identity.elsewhere]).toEqual(['/home/u/web', null])
  })

  it('names the agent with its host, in the second line and in Why', () => {
    const { ptys, session } = make()
    ptys[0]?.print(remote('build'))
    ptys[0]?.print(say('\x1b]7501;state=blocked:kind=permission:app=claude-code\x1b\\'))
    expect(session.view().project).toBe('claude on build: api')
    expect(session.why().short).toContain('Reported by Claude Code on build')
    expect(session.program.facts().directory).toBe('/home/u/api')
  })

  it('shows the command line of a mark as title and in Why while it runs', () => {
    const { ptys, session } = make()
    ptys[0]?.print('\x1b]133;A\x07$ \x1b]133;B\x07')
    const shown = () => [session.view().title, session.evidence.runningCommand]
    ptys[0]?.print('\x1b]133;C;cmdline_url=make%20all%0A%E2%80%AE\x07')
    expect(shown()).toEqual(['make all', 'make all\n\u202e'])
    ptys[0]?.print('\x1b]133;D;0\x07')
    expect(shown()).toEqual(['~/api', null])
  })

  it('shows reported contexts, which change neither state nor place', () => {
    const { ptys, session } = make()
    const before = session.view()
    ptys[0]?.print('\x1b]3008;start=1;type=container;container=web\x1b\\')
    ptys[0]?.print('\x1b]3008;start=2;type=elevate\x1b\\\x1bc')
    const contexts = { trail: 'container web › root', root: true, place: 'container' }
    expect(session.view()).toEqual({ ...before, contexts })
    expect(session.why().contexts).toBe('container web › root')
    expect(whyText(session.why())).toContain('Reported context: container web › root')
    expect([session.identity.elsewhere, session.identity.directory]).toEqual([null, '/home/u/api'])
  })

  it('takes commands from contexts only of a shell without marks', () => {
    const { ptys, session } = make()
    const command = '\x1b]3008;start=c;type=command;cmdline=make all\x1b\\'
    ptys[0]?.print(`\x1b]3008;start=s;type=shell\x1b\\${command}`)
    expect(session.evidence.runningCommand).toBe('make all')
    expect(session.view().title).toBe('make all')
    ptys[0]?.print('\x1b]133;B\x07') // of a program that the command runs
    ptys[0]?.print('\x1b]3008;end=c;exit=failure;status=2\x1b\\')
    expect(session.evidence.runningCommand).toBeNull()
    ptys[0]?.print(`\x1b]133;A\x07${command}`)
    expect(session.evidence.runningCommand).toBeNull()
  })

  it('prefers the title that the shell sets to the command line of a mark', () => {
    const { ptys, session } = make()
    ptys[0]?.print('\x1b]133;B\x07\x1b]2;mine\x07\x1b]133;C;cmdline_url=make\x07')
    expect(session.view().title).toBe('mine')
    ptys[0]?.print('\x1b]133;D;0\x07')
    expect(session.view().title).toBe('mine')
  })

  it.each([
    ['fish', [], '/srv/web'],
    ['/bin/zsh', ['-l'], '/srv/web'],
    ['bash', ['-c', 'make; exec bash'], '/home/u/api'],
    ['make', ['watch'], '/home/u/api'],
  ])('runs %s %j again where that makes sense', (program, args, directory) => {
    const { start, ptys } = fakeStart()
    const tab = { ...bashTab, command: { program, args }, isUserShell: false }
    const session = new Session(
      { ...tab, directory: '/home/u/api' },
      { clock: new FakeClock(), start, send: () => undefined, writeClipboard: () => undefined },
    )
    ptys[0]?.print(say('\x1b]7;file:///srv/web\x07'))
    expect([session.identity.directory, session.program.facts().directory]).toEqual([
      '/srv/web',
      directory,
    ])
  })

  it('offers nothing to resume that ran there', () => {
    const { ptys, session } = make()
    ptys[0]?.print(remote('build'))
    ptys[0]?.print(say(`\x1b]88;arm;cmd=${btoa('claude')};cwd=${btoa('/srv')}\x1b\\`))
    expect(session.restorable().resume).toBeNull()
  })

  it.each([
    ...['\x1b]7;file://-oProxyCommand=x/srv\x07', '\x1b]7;file://a\u202eb/srv\x07'],
    ...['\x1b]7;file://a b/srv\x07', '\x1b]7;file://user@build/srv\x07'],
    `\x1b]7;file://${'x'.repeat(300)}/srv\x07`,
    '\x1b]7;file://build/a%1Bb\x07',
    '\x1b]7;file://build\x07',
  ])('ignores %j', (text) => {
    const { ptys, session } = make()
    ptys[0]?.print(say(text))
    expect(session.view()).toMatchObject({ place: '~/api', project: 'api' })
  })
})
