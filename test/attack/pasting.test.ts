/**
 * Output cannot take the question before a paste of several lines away, nor hide what would be
 * pasted: docs/contributing/internals/session.md, "Paste".
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Consent, drawnMax } from '../../src/core/consent/consent.ts'
import { spelledText } from '../../src/core/consent/spelled.ts'
import { joinLines, pasteQuestion, type PasteDetails } from '../../src/core/consent/paste.ts'
import { childEnvironment } from '../../src/core/session/launch/environment.ts'
import { Session } from '../../src/core/session/session.ts'
import type { TerminalReader } from '../../src/core/session/ports.ts'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { makeStartPty } from '../../src/host/pty/start-pty.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { fakeStart, type FakePty } from '../support/fake/fake-pty.ts'
import { bashTab } from '../support/fake/bash-tab.ts'
import { slow } from '../slow.ts'

const shell: TerminalReader = { group: 10, canonical: false }
const program: TerminalReader = { group: 20, canonical: false }
const lines = (reader: TerminalReader): TerminalReader => ({ ...reader, canonical: true })
const on = '\x1b[?2004h'

function make() {
  const { start, ptys } = fakeStart()
  const session = new Session(bashTab, {
    clock: new FakeClock(),
    start,
    send: () => undefined,
    writeClipboard: () => undefined,
  })
  const pty = ptys[0] as FakePty
  const prints = (text: string, reader: TerminalReader | null) => {
    pty.readBy = reader
    pty.print(text)
  }
  return {
    heeded: (reader: TerminalReader | null) => {
      pty.readBy = reader
      return session.input.brackets.heeded
    },
    prints,
    ptys,
    session,
  }
}

describe('paste brackets are heeded', () => {
  it.each<[string, (tab: ReturnType<typeof make>) => boolean, boolean]>([
    [
      'by the shell that asks for them at its prompt',
      (tab) => {
        tab.prints(`$ ${on}`, shell)
        return tab.heeded(shell)
      },
      true,
    ],
    [
      'by it again after a program, since it asks anew',
      (tab) => {
        tab.prints(`$ ${on}`, shell)
        tab.prints('\x1b[?2004l', shell)
        tab.prints('out', program)
        tab.prints(`$ ${on}`, shell)
        return tab.heeded(shell)
      },
      true,
    ],
    [
      'by a full-screen program that asks',
      (tab) => {
        tab.prints(`\x1b[?1049h\x1b[?25;2004h`, program)
        return tab.heeded(program)
      },
      true,
    ],
    [
      'not by a program that reads lines, though it asked',
      (tab) => {
        tab.prints(on, lines(program))
        return tab.heeded(lines(program))
      },
      false,
    ],
    [
      'not by a program in whose name another one asked',
      (tab) => {
        tab.prints(on, shell)
        return tab.heeded(program)
      },
      false,
    ],
    [
      'not by the shell that a program left them to',
      (tab) => {
        tab.prints(on, program)
        return tab.heeded(shell)
      },
      false,
    ],
    [
      'not once they are taken back',
      (tab) => {
        tab.prints(`${on}\x1b[?2004l`, program)
        return tab.heeded(program)
      },
      false,
    ],
    [
      'not where the kernel does not say who reads',
      (tab) => {
        tab.prints(on, null)
        return tab.heeded(null) || tab.heeded(shell)
      },
      false,
    ],
    [
      'not by a program that is restarted',
      (tab) => {
        tab.prints(on, shell)
        tab.session.program.restart()
        ;(tab.ptys[1] as FakePty).readBy = shell
        return tab.session.input.brackets.heeded
      },
      false,
    ],
  ])('%s', (_what, happens, expected) => {
    expect(happens(make())).toBe(expected)
  })

  it('asks the kernel once per piece of output, however often it sets the mode', () => {
    const tab = make()
    let asked = 0
    ;(tab.ptys[0] as FakePty).reader = () => {
      asked += 1
      return shell
    }
    for (let piece = 0; piece < 64; piece += 1) tab.ptys[0]?.print(on.repeat(8_192))
    expect(asked).toBe(64)
  })
})

describe('real programs', () => {
  const looks = new PathProbe(systemClock, { programs: 1 })
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-paste-'))
  const open: Session[] = []
  afterAll(() => {
    for (const session of open) session.dispose()
    looks.dispose()
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  })

  const run = (program: string, ...args: readonly string[]) => {
    const environment = childEnvironment(
      { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8' },
      { term: 'xterm-256color', version: '1' },
    )
    const session: Session = new Session(
      {
        ...bashTab,
        command: { program, args },
        isUserShell: false,
        directory: home,
        home,
        environment,
      },
      {
        clock: systemClock,
        start: makeStartPty(systemClock, looks),
        writeClipboard: () => undefined,
        send: () => undefined,
      },
    )
    session.attach()
    open.push(session)
    const shows = (what: string) =>
      expect
        .poll(() => Buffer.concat(session.restorable().restoredOutput).toString('latin1'))
        .toContain(what)
    return {
      session,
      shows,
      type: (keys: string) => session.input.type('keys', new TextEncoder().encode(keys)),
    }
  }
  const heeds = (session: Session, expected: boolean) =>
    expect.poll(() => session.input.brackets.heeded).toBe(expected)

  const shells = [
    ['bash', '--norc'],
    ['zsh', '-f'],
    ['fish'],
    ['vim', '-u', 'NONE', '-N', '--cmd', 'set t_BE=\x1b[?2004h'],
  ]
  for (const [program = '', ...args] of shells) {
    it(`${program} is not asked about`, async ({ skip }) => {
      if (
        !(process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)))
      )
        skip(`there is no ${program} here`)
      await heeds(run(program, ...args).session, true)
    })
  }

  it('a file that cat prints does not count as a request, and the shell makes none', async () => {
    const { session, shows, type } = run('bash', '--norc')
    await heeds(session, true)
    type('printf "\\033[?2004h"; cat - & fg\r')
    await shows('cat -\r\n')
    await heeds(session, false)
    type('\x03')
    await heeds(session, true)
  })

  it(
    'a shell without brackets is asked about after a program that set the mode',
    slow,
    async () => {
      const { session, shows, type } = run('bash', '--norc')
      await heeds(session, true)
      type('bind "set enable-bracketed-paste off"\r')
      await heeds(session, false)
      const rest = () => new Promise((resolve) => setTimeout(resolve, 150))
      for (let line = 0; line < 2; line += 1) {
        await rest()
        type('\r')
      }
      const heeded: boolean[] = []
      for (let turn = 0; turn < 15; turn += 1) {
        await rest()
        type(`/bin/printf '\\033[?2004hshown%s\\n' ${turn}\r`)
        await shows(`shown${turn}`)
        await rest()
        heeded.push(session.input.brackets.heeded)
      }
      expect(heeded).not.toContain(true)
    },
  )

  it('a shell is asked about after a crashed program, until it sets the mode itself', async () => {
    const { session, shows, type } = run('bash', '--norc', '--noediting')
    await shows('bash')
    type(`sh -c 'stty raw -echo; printf "\\033[?2004hwatch""ing"; read x'\r`)
    await shows('watching')
    await heeds(session, true)
    type('\r\n')
    await heeds(session, false)
  })
})

describe('the question', () => {
  const policy = {
    bracketed: false,
    confirm_multiline_paste: 'unbracketed',
    confirm_large_paste_kib: 1_024,
  } as const

  /** Names that the question draws, and texts between them. */
  const drawn = (question: PasteDetails | null) => spelledText(question?.text ?? '')

  it('counts hidden characters anywhere in the text', () => {
    const middle = 'echo fine\r\n'.repeat(3_000)
    expect(
      pasteQuestion(`first\n${middle}\u202e\x1b]0;x\x07${middle}rm -rf ~\n`, policy),
    ).toMatchObject({ lines: 6_002, controls: true, invisible: true })
    expect(pasteQuestion(`first\n${middle}rm -rf ~\n`, policy)).toMatchObject({
      lines: 3_002,
      controls: false,
      invisible: false,
    })
  })

  it('spells out all invisible characters, except the joints of emoji', () => {
    expect(
      drawn(pasteQuestion('a\u00ad\u034f\u3164\u{e0041}\u2028\u061c\ud800b\u200dc\n', policy)),
    ).toBe('a‹\\u00ad›‹\\u034f›‹\\u3164›‹\\u{e0041}›‹\\u2028›‹\\u061c›‹\\ud800›b‹\\u200d›c‹↵›')
    const emoji = pasteQuestion('👩\u200d🚀 ❤\ufe0f\n', policy)
    expect(emoji).toMatchObject({ invisible: false })
    expect(drawn(emoji)).toBe('👩\u200d🚀 ❤\ufe0f‹↵›')
  })

  it('names every space of Unicode', () => {
    for (const blank of '\u2800\u00a0\u1680\u2000\u2003\u202f\u205f\u3000\u3164\uffa0\u{1d159}') {
      const question = pasteQuestion(`ls${blank.repeat(900)}; rm -rf ~\n`, policy)
      expect(question).toMatchObject({ invisible: true })
      expect(drawn(question)).not.toContain(blank)
    }
  })

  it('does not let line ends or spaces push a command out of sight', () => {
    for (const push of [
      '\n'.repeat(300),
      ' \r\n'.repeat(300),
      ' '.repeat(9_000),
      '\t'.repeat(900),
    ]) {
      const shown = drawn(pasteQuestion(`ls${push}rm -rf ~\n`, policy))
      expect(shown.length).toBeLessThan(60)
      expect(shown).toMatch(/^ls‹\d+ .*›rm -rf ~‹↵›$/u)
    }
  })

  it('cuts neither a character nor a line end in two where a text is too long to draw', () => {
    for (const text of [
      'x'.repeat(drawnMax - 1) + '👩'.repeat(2_000),
      `${'x'.repeat(drawnMax - 1)}\r\n${'y'.repeat(3_000)}`,
    ]) {
      const question = pasteQuestion(`${text}\n`, policy)
      const consent = new Consent([question?.text ?? ''], () => 0)
      expect(JSON.stringify(consent.pieces(0))).not.toMatch(/\\\\ud/)
      const drawnEnds = consent.pieces(0).filter(({ source }) => /[\r\n]/.test(source)).length
      expect((consent.leftOut(0)?.lineEnds ?? 0) + drawnEnds).toBe(question?.lines)
      consent.saw(0, { from: 0, to: 10, total: 10 })
      expect(consent.seen).toBe(false)
    }
  })
})

describe('as one line', () => {
  it.each([
    ...['echo one\x0fecho two\n', 'a\nb\x0c\x0bc', 'a\u0085b\nc', 'a\u2028b\u2029\nc'],
    ...['rm\x04\x03\n\x1b[200~x', 'a\r\r\nb\x7f\x08\x15', 'a\n\u001b\x9b201~b'],
  ])('%j contains nothing that ends a line or edits it', (text) => {
    expect(joinLines(text)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  })

  it('an end mark is removed completely', () =>
    expect(joinLines('one\ntwo\x1b[201~\nthree\x1b[20\x1b[201~1~')).toBe('one two three'))
  it('words stay apart, and tabs within a line', () =>
    expect(joinLines(' a\x0bb\u2028c\n\td\te \n')).toBe('a b c d\te'))
})
