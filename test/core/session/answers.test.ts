/**
 * Tests the queries that a program sends to its terminal and the replies that it reads, through a
 * session whose VT core runs in place, with a fake pty and no page.
 */
import { describe, expect, test } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import type { WindowFacts } from '../../../src/core/ipc/contract.ts'
import { repliesMax } from '../../../src/terminal/replies/replies.ts'
import { Session } from '../../../src/core/session/session.ts'
import { feedDelayMs, reviveMs } from '../../../src/core/worker/limits.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { below, seeded } from '../../support/random.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

const E = '\x1b'
const window: WindowFacts = {
  cell: { width: 7.5, height: 16 },
  foreground: 0xe0e0e0,
  background: 0x101418,
  cursor: 0xff8000,
  ansi: Array.from({ length: 16 }, (_, index) => index * 0x010101),
}
const light: WindowFacts = { ...window, background: 0xfafafa }
const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase()
const encode = (text: string) => new TextEncoder().encode(text)

function make({
  settings = defaults,
  before = [] as readonly Uint8Array[],
  facts = window as WindowFacts | null,
} = {}) {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const { start, ptys } = fakeStart()
  const session = new Session(
    {
      ...bashTab,
      command: { program: '/bin/sh', args: [] },
      isUserShell: false,
      settings,
      restoredOutput: before,
      word: 'reopened', // a rule line separates an earlier tab's output from the program's
    },
    { clock, start, writeClipboard: () => undefined, shadow: shadows.port, send: () => undefined },
  )
  if (facts !== null) session.delivery.shownIn(facts)
  const print = (text: string | Uint8Array) => {
    ptys.at(-1)?.print(text)
  }
  /** Prints this and returns the program's input after it. */
  const asks = (text: string): string => {
    const pty = ptys.at(-1)!
    pty.written = ''
    print(text)
    clock.advance(2 * feedDelayMs)
    return pty.written
  }
  return { asks, clock, print, ptys, session, shadows, written: () => ptys.at(-1)!.written }
}

const having = (change: (options: Options) => Partial<Options>): Options => ({
  ...defaults,
  ...change(defaults),
})

/** Question, answer. */
const cases: [string, string, string][] = [
  ['DECID, which is DA1', `${E}Z`, `${E}[?62;4;22;52c`],
  ['DA1', `${E}[c${E}[0c${E}[1c`, `${E}[?62;4;22;52c${E}[?62;4;22;52c`],
  ['DA2', `${E}[>c${E}[>1c`, `${E}[>0;276;0c`],
  ['DA3, a unit of zeros', `${E}[=c${E}[=0c${E}[=1c`, `${E}P!|00000000${E}\\`.repeat(2)],
  ['XTVERSION', `${E}[>q${E}[>0q`, `${E}P>|vibeflow(1.0)${E}\\`.repeat(2)],
  ['DSR 5', `${E}[5n${E}[?5n`, `${E}[0n`],
  ['CPR', `${E}[3;7H${E}[6n${E}[?6n`, `${E}[3;7R${E}[?3;7R`],
  ['CPR of a cursor that waits to wrap', `${'x'.repeat(80)}${E}[6n`, `${E}[1;80R`],
  [
    'CPR in origin mode, counted from the margins',
    `${E}[?69h${E}[3;10r${E}[5;40s${E}[?6h${E}[2;4H${E}[6n${E}[?6l${E}[6n`,
    `${E}[2;4R${E}[1;1R`,
  ],
  [
    'devices that do not exist: printer, keys, keyboard, locators, macros, links, sessions',
    [15, 25, 26, 53, 55, 56, 62, 75, 85, 16, 1e9].map((one) => `${E}[?${one}n`).join(''),
    `${E}[?13n${E}[?21n${E}[?27;0n${E}[?50n${E}[?50n${E}[?57;0n${E}[0*{${E}[?70n${E}[?83n`,
  ],
  [
    'the checksum of macros, with the number of the request',
    `${E}[?63n${E}[?63;123n${E}[?63;65535n${E}[?63;65536n${E}[?63;1;2n${E}[63;1n`,
    [0, 123, 65_535, 1].map((id) => `${E}P${id}!~0000${E}\\`).join(''),
  ],
  ['the colour scheme', `${E}[?996n`, `${E}[?997;1n`],
  [
    'the colour scheme of a background that the program has set',
    `${E}]11;#ffffff${E}\\${E}[?996n${E}]111${E}\\${E}[?996n`,
    `${E}[?997;2n${E}[?997;1n`,
  ],
  [
    'the size of a cell, as iTerm2 is asked',
    `${E}]1337;ReportCellSize${E}\\${E}]1337;ReportCellSize=1${E}\\`,
    `${E}]1337;ReportCellSize=16.0;8.0;1.0${E}\\`,
  ],
  ['sizes', `${E}[14t${E}[16t${E}[18t`, `${E}[4;384;600t${E}[6;16;8t${E}[8;24;80t`],
  [
    'window, place, titles, state, which are not answered',
    `${E}[14;2t${E}[11t${E}[13t${E}[15t${E}[19t${E}[20t${E}[21t`,
    '',
  ],
  ['keyboard flags', `${E}[?u${E}[>5u${E}[?u${E}[?1049h${E}[?u`, `${E}[?0u${E}[?5u${E}[?0u`],
  [
    'modifyOtherKeys: level 0, set, unknown level, disabled, reset by DECSTR and RIS',
    ['', '[>4;1m', '[>4;2m', '[>4;3m', '[>4;2m', '[>4n', '[>4;2m', '[!p', '[>4;1m', 'c']
      .map((one) => `${one === '' ? '' : `${E}${one}`}${E}[?4m`)
      .join(''),
    [...'0120202010'].map((level) => `${E}[>4;${level}m`).join(''),
  ],
  [
    'modifyOtherKeys: both screens share it, other resources leave it, no parameters reset it',
    ['[>4;2m', '[?1049h', '[>1;1m', '[>0;1m', '[>n', '[>2;4n', '[>4;1m', '[>4m', '[>4;1m', '[>m']
      .map((one) => `${E}${one}${E}[?4m`)
      .join(''),
    [...'2222221010'].map((level) => `${E}[>4;${level}m`).join(''),
  ],
  ['XTQMODKEYS of other resources, which is not answered', `${E}[?m${E}[?0m${E}[?1;2m${E}[?5m`, ''],
  [
    'OSC 21: colors of the theme, of the palette, and those without a value',
    `${E}]21;foreground=?;background=?;cursor=?;7=?;196=?\x07${E}]21;selection_background=?;` +
      `cursor_text=?;visual_bell=?;transparent_background_color7=?${E}\\`,
    `${E}]21;foreground=rgb:e0/e0/e0;background=rgb:10/14/18;cursor=rgb:ff/80/00;` +
      `7=rgb:07/07/07;196=rgb:ff/00/00\x07${E}]21;selection_background=;cursor_text=;` +
      `visual_bell=;transparent_background_color7=${E}\\`,
  ],
  [
    'OSC 21: colors are set, reset and queried in order, and OSC 10 and 4 know them',
    `${E}]21;foreground=#123456;foreground=?;foreground;foreground=?;7=rgb:f/0/f;7=?\x07` +
      `${E}]4;7;?\x07${E}]21;background=#fff;cursor=#abc\x07${E}]11;?\x07${E}]21;background=\x07` +
      `${E}]11;?\x07${E}]21;7;cursor=\x07${E}]21;7=?;cursor=?\x07`,
    `${E}]21;foreground=rgb:12/34/56;foreground=rgb:e0/e0/e0;7=rgb:ff/00/ff\x07` +
      `${E}]4;7;rgb:ffff/0000/ffff\x07${E}]11;rgb:f0f0/f0f0/f0f0\x07` +
      `${E}]11;rgb:1010/1414/1818\x07${E}]21;7=rgb:07/07/07;cursor=rgb:ff/80/00\x07`,
  ],
  [
    'OSC 21: unknown keys, which are not answered, and values that are not colors',
    `${E}]21;curl evil=?;toString=?;256=?;007=?;=?;?;\x07` +
      `${E}]21;background=red@0.5;background=rm -rf;visual_bell=#fff\x07` +
      `${E}]21;background=?;visual_bell=?\x07`,
    `${E}]21;background=rgb:10/14/18;visual_bell=\x07`,
  ],
  [
    'OSC 21: more fields than are read',
    `${E}]21;${'1;'.repeat(288)}1=?\x07${E}]21;${'1;'.repeat(287)}1=?\x07`,
    `${E}]21;1=rgb:01/01/01\x07`,
  ],
  [
    'XTREPORTCOLORS: how many are stored',
    `${E}[#R${E}[#P${E}[#P${E}[#R${E}[#Q${E}[#R${E}[#P`.concat(`${E}[#P`.repeat(20), `${E}[#R`),
    [0, 2, 1, 10].map((count) => `${E}[?${count};${count}#Q`).join(''),
  ],
  [
    'OSC 22: the shape at present, those of the terminal, and which are supported',
    `${E}]22;?__current__\x07${E}]22;>grab,wait\x07${E}]22;?__current__,__default__${E}\\` +
      `${E}]22;?__grabbed__,pointer,rm -rf,crosshair,,url(x)\x07`,
    `${E}]22;0\x07${E}]22;wait,text${E}\\${E}]22;default,1,0,1,0,0\x07`,
  ],
  [
    'OSC 22: of more names than are answered',
    `${E}]22;?${'help,'.repeat(500)}help\x07`,
    `${E}]22;${Array.from({ length: 64 }, () => '1').join(',')}\x07`,
  ],
  ['a colour of the theme, ended by BEL', `${E}]4;7;?\x07`, `${E}]4;7;rgb:0707/0707/0707\x07`],
  [
    'a colour of the cube and a grey, ended by ST',
    `${E}]4;196;?;244;?${E}\\`,
    `${E}]4;196;rgb:ffff/0000/0000${E}\\${E}]4;244;rgb:8080/8080/8080${E}\\`,
  ],
  [
    'colours set and asked for in one string, in its order',
    `${E}]4;1;?;1;#112233;1;?;300;?;x;?\x07`,
    `${E}]4;1;rgb:0101/0101/0101\x07${E}]4;1;rgb:1111/2222/3333\x07`,
  ],
  [
    'special colors by either number: the foreground until they are set',
    `${E}]5;0;?\x07${E}]4;260;?${E}\\${E}]5;0;#102030;0;?;5;?\x07${E}]4;256;?;261;?\x07` +
      `${E}]10;#405060\x07${E}]105;0\x07${E}]5;0;?\x07`,
    `${E}]5;0;rgb:e0e0/e0e0/e0e0\x07${E}]4;260;rgb:e0e0/e0e0/e0e0${E}\\` +
      `${E}]5;0;rgb:1010/2020/3030\x07${E}]4;256;rgb:1010/2020/3030\x07` +
      `${E}]5;0;rgb:4040/5050/6060\x07`,
  ],
  [
    'a colour that was reset',
    `${E}]4;1;#112233\x07${E}]104;1\x07${E}]4;1;?\x07`,
    `${E}]4;1;rgb:0101/0101/0101\x07`,
  ],
  [
    'foreground, background, cursor',
    `${E}]10;?\x07${E}]11;?\x07${E}]12;?${E}\\`,
    `${E}]10;rgb:e0e0/e0e0/e0e0\x07${E}]11;rgb:1010/1414/1818\x07${E}]12;rgb:ffff/8080/0000${E}\\`,
  ],
  [
    'all three in one string',
    `${E}]10;?;?;?;?\x07`,
    `${E}]10;rgb:e0e0/e0e0/e0e0\x07${E}]11;rgb:1010/1414/1818\x07${E}]12;rgb:ffff/8080/0000\x07`,
  ],
  [
    'a dynamic colour of its own',
    `${E}]11;#abcdef;?\x07${E}]11;?\x07`,
    `${E}]12;rgb:ffff/8080/0000\x07${E}]11;rgb:abab/cdcd/efef\x07`,
  ],
  [
    'OSC 7501',
    `${E}]7501;?\x07${E}]7501;?${E}\\${E}]7501;? \x07`,
    `${E}]7501;?\x07${E}]7501;?${E}\\`,
  ],
  [
    'OSC 7501 wrapped for tmux, which is none',
    `${E}Ptmux;${E}${E}]7501;?\x07${E}\\${E}[5n`,
    `${E}[0n`,
  ],
  [
    'OSC 99',
    `${E}]99;i=12:p=?;\x07${E}]99;i=rm -rf ~:p=?;\x07${E}]99;i=1;p=?\x07${E}]99;p=?;${E}\\`,
    `${E}]99;i=12:p=?;p=title,body\x07`,
  ],
  [
    'DECRQSS of pen, margins, cursor style, level, protection',
    `${E}P$qm${E}\\${E}[1;2;3;4;5;7;8;9;53;31;102m${E}P$qm${E}\\${E}[3;9r${E}P$qr${E}\\` +
      `${E}[?69h${E}[5;20s${E}P$qs${E}\\${E}[3 q${E}P$q q${E}\\${E}P$q"p${E}\\` +
      `${E}[1"q${E}P$q"q${E}\\`,
    `${E}P1$r0m${E}\\${E}P1$r0;1;2;3;4;5;7;8;9;53;31;102m${E}\\${E}P1$r3;9r${E}\\` +
      `${E}P1$r5;20s${E}\\${E}P1$r3 q${E}\\${E}P1$r62;1"p${E}\\${E}P1$r1"q${E}\\`,
  ],
  [
    'DECRQSS of the extent of DECCARA, and of status lines, of which there are none',
    `${E}P$q*x${E}\\${E}[2*x${E}P$q*x${E}\\${E}P$q$}${E}\\${E}P$q$~${E}\\`,
    ['0*x', '2*x', '0$}', '0$~'].map((one) => `${E}P1$r${one}${E}\\`).join(''),
  ],
  [
    'DECRQSS of other colours and underlines',
    `${E}[4:3;38;5;200;48;2;1;2;3;58;5;4m${E}P$qm${E}\\`,
    `${E}P1$r0;4:3;38:5:200;48:2:1:2:3;58:5:4m${E}\\`,
  ],
  [
    'DECRQSS of what is no setting, too long or broken off',
    `${E}P$qx${E}\\${E}P$q${E}\\${E}P$q${'m'.repeat(300)}${E}\\${E}P$qm\x18`,
    `${E}P0$r${E}\\`.repeat(3),
  ],
  [
    'XTGETTCAP of the name, colours, and what has no value, each by itself',
    `${E}P+q544e;436f;524742;5463;5375${E}\\`,
    [`544E=${hex('xterm-256color')}`, `436F=${hex('256')}`, `524742=${hex('8')}`, '5463', '5375']
      .map((one) => `${E}P1+r${one}${E}\\`)
      .join(''),
  ],
  [
    'XTGETTCAP of sequences and keys, in digits of either case',
    `${E}P+q${hex('Ms')};${hex('kcuu1').toLowerCase()}${E}\\${E}P+q${hex('Se')}${E}\\`,
    `${E}P1+r${hex('Ms')}=${hex(`${E}]52;%p1%s;%p2%s${E}\\`)}${E}\\` +
      `${E}P1+r${hex('kcuu1')}=${hex(`${E}OA`)}${E}\\` +
      `${E}P1+r${hex('Se')}=${hex(`${E}[0 q`)}${E}\\`,
  ],
  [
    'XTGETTCAP of what is no capability, no name, too long or broken off',
    `${E}P+q${hex('toString')};5g;4${E}\\${E}P+q${E}\\` +
      `${E}P+q${'5463;'.repeat(300)}${E}\\${E}P+q5463\x18`,
    `${E}P0+r${E}\\`.repeat(5),
  ],
  [
    'XTGETTCAP of more names than are answered',
    `${E}P+q${'5463;'.repeat(100)}5463${E}\\`,
    `${E}P1+r5463${E}\\`.repeat(64),
  ],
  ['the clipboard, which is never read', `${E}]52;c;?\x07${E}]52;;?${E}\\`, ''],
  [
    'ENQ, DECREQTPARM, checksums, focus mode, which say nothing',
    `\x05${E}[x${E}[1*y${E}[?1004h`,
    '',
  ],
  // measured with xterm 379
  ['common attributes of no style', `${E}[1;1;1;1#|`, `${E}[0m`],
  ['common attributes of an empty rectangle', `${E}[31ma${E}[2;2;1;1#|`, `${E}[0m`],
  [
    'common attributes of one cell',
    `${E}[1;3;5;7;9;48;5;100ma${E}[1;1;1;1#|`,
    `${E}[0;1;3;5;7;9;48:5:100m`,
  ],
  ['common attributes of different colors', `${E}[1;31ma${E}[22;32mb${E}[1;1;1;2#|`, `${E}[0m`],
  ['common attributes of a part', `${E}[1;4;31ma${E}[22mb${E}[1;1;1;2#|`, `${E}[0;4;31m`],
  ['common attributes of two underlines', `${E}[4ma${E}[4:3mb${E}[1;1;1;2#|`, `${E}[0m`],
  ['common attributes of the screen', `${E}[31ma${E}[#|`, `${E}[0m`],
  ['in-band sizes when they are asked for', `${E}[?2048h`, `${E}[48;24;80;384;600t`],
]

describe('each question has its answer', () => {
  test.each(cases)('%s', (_, question, answer) => {
    const { asks, session } = make()
    expect(asks(question)).toBe(answer)
    session.dispose()
  })

  test.each(cases)('%s, cut anywhere', (_, question, answer) => {
    const bytes = encode(question)
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const { clock, print, session, written } = make()
      print(bytes.slice(0, cut))
      print(bytes.slice(cut))
      clock.advance(2 * feedDelayMs)
      expect(written(), `cut at ${cut}`).toBe(answer)
      session.dispose()
    }
  })
})

describe('DECRQM reports the truth', () => {
  const value = (asks: (text: string) => string, mode: number, dec: boolean) =>
    /;(\d)\$y$/.exec(asks(`${E}[${dec ? '?' : ''}${mode}$p`))?.[1]

  test.each([4, 20])('of ANSI mode %d', (mode) => {
    const { asks, session } = make()
    expect(
      ['', 'h', 'l'].map((final) => {
        if (final !== '') asks(`${E}[${mode}${final}`)
        return value(asks, mode, false)
      }),
    ).toEqual(['2', '1', '2'])
    session.dispose()
  })

  test.each([
    1, 5, 6, 9, 12, 45, 47, 66, 67, 69, 1000, 1002, 1003, 1004, 1006, 1016, 1047, 1049, 2004, 2026,
    2027, 2031, 2048,
  ])('of private mode %d', (mode) => {
    const { asks, session } = make()
    expect(
      ['', 'h', 'l'].map((final) => {
        if (final !== '') asks(`${E}[?${mode}${final}`)
        return value(asks, mode, true)
      }),
    ).toEqual(['2', '1', '2'])
    session.dispose()
  })

  test('of modes that are set from the start, never change or are unknown', () => {
    const { asks, session } = make()
    expect(
      [7, 25, 1007].map((mode) => [
        value(asks, mode, true),
        asks(`${E}[?${mode}l`),
        value(asks, mode, true),
      ]),
    ).toEqual([
      ['1', '', '2'],
      ['1', '', '2'],
      ['1', '', '2'],
    ])
    asks(`${E}[?40h${E}[?3h`)
    expect([2, 3, 8, 1005, 1015, 9999, 65_535].map((mode) => value(asks, mode, true))).toEqual([
      ...['3', '4', '3', '4', '4', '0', '0'],
    ])
    expect([2, 12, 5, 19, 6].map((mode) => value(asks, mode, false))).toEqual([
      ...['4', '3', '4', '4', '0'],
    ])
    expect([
      asks(`${E}[?65536$p`),
      value(asks, 1048, true),
      asks(`${E}7`),
      value(asks, 1048, true),
    ]).toEqual(['', '2', '', '1'])
    session.dispose()
  })
})

describe('reports that a program has asked for', () => {
  test('sizes (2048) are reported when set and when cells or pixels change', () => {
    const { asks, clock, ptys, session } = make()
    const pty = ptys[0]!
    const after = (act: () => void) => {
      pty.written = ''
      clock.advance(1_000)
      act()
      clock.advance(1_000)
      return pty.written
    }
    expect([
      after(() => session.program.resize({ cols: 81, rows: 24 })),
      asks(`${E}[?2048h`),
      after(() => session.program.resize({ cols: 100, rows: 30 })),
      after(() => session.program.resize({ cols: 100, rows: 30 })),
      after(() => session.delivery.shownIn({ ...window, cell: { width: 8, height: 17 } })),
      after(() => session.delivery.shownIn({ ...window, cell: null })),
      asks(`${E}[?2048l`),
      after(() => session.program.resize({ cols: 80, rows: 24 })),
    ]).toEqual([
      '',
      `${E}[48;24;81;384;608t`,
      `${E}[48;30;100;480;750t`,
      '',
      `${E}[48;30;100;510;800t`,
      `${E}[48;30;100;0;0t`,
      '',
      '',
    ])
    session.dispose()
  })

  test('the color scheme (2031) is reported when the theme turns dark or light', () => {
    const { asks, ptys, session } = make()
    const reported = (facts: WindowFacts) => {
      ptys[0]!.written = ''
      session.delivery.shownIn(facts)
      return ptys[0]!.written
    }
    expect([
      reported(light),
      reported(window),
      asks(`${E}[?2031h`),
      reported({ ...window, background: 0x202020 }),
      reported(light),
      reported(window),
      asks(`${E}]11;#fff\x07`),
      reported(light),
      asks(`${E}[?2031l${E}]111\x07`),
      reported(window),
    ]).toEqual(['', '', '', '', `${E}[?997;2n`, `${E}[?997;1n`, '', '', '', ''])
    session.dispose()
  })

  test('a session without a window knows no pixels and uses the built-in colors', () => {
    const { asks, session } = make({ facts: null })
    expect([asks(`${E}[14t${E}[16t${E}[18t`), asks(`${E}[?2048h`), asks(`${E}]11;?\x07`)]).toEqual([
      `${E}[8;24;80t`,
      `${E}[48;24;80;0;0t`,
      `${E}]11;rgb:0e0e/0e0e/1212\x07`,
    ])
    session.dispose()
  })
})

test('answers keep the order of their queries, however these are cut', () => {
  const random = seeded(5)
  const all = cases
    .filter(([, , answer]) => answer !== '')
    .map(([, question, answer]) => [`${E}c${question}`, answer] as const)
  for (let round = 0; round < 60; round += 1) {
    const { clock, print, session, written } = make()
    const some = Array.from({ length: 20 }, () => all[below(random, all.length)]!)
    const bytes = encode(some.map(([question]) => question).join(''))
    for (let at = 0; at < bytes.length; ) {
      const step = 1 + below(random, 60)
      print(bytes.slice(at, at + step))
      at += step
      if (random() < 0.3) clock.advance(below(random, 12))
    }
    clock.advance(100)
    expect(written()).toBe(some.map(([, answer]) => answer).join(''))
    session.dispose()
  }
})

test('an answer comes immediately after quiet, with or without a page', () => {
  const { clock, print, session, written } = make()
  clock.advance(1_000)
  for (const part of ['\x1b[5n', 'a\x1b[6n', '\x1b[c']) print(part)
  expect(written()).toBe(`${E}[0n${E}[1;2R${E}[?62;4;22;52c`)
  session.attach()
  session.delivery.detach()
  clock.advance(1_000)
  print('\x1b[5n')
  session.attach()
  expect(written()).toBe(`${E}[0n${E}[1;2R${E}[?62;4;22;52c${E}[0n`)
  session.dispose()
  expect(clock.timers).toBe(0)
})

describe('before the worker has started', () => {
  /**
   * Prints while a group is in the foreground: 0 is the tab's shell, others are its jobs, in their
   * order.
   */
  const late = () => {
    const made = make()
    made.shadows.hold = true
    const by = (job: number, text: string) => {
      const pty = made.ptys.at(-1)!
      pty.readBy = { group: pty.pid + job, canonical: false }
      made.print(text)
    }
    const ends = (job: number) => {
      const pty = made.ptys.at(-1)!
      pty.gone.add(pty.pid + job)
    }
    const starts = () => {
      made.shadows.hold = false
      made.shadows.deliver()
      made.clock.advance(2 * feedDelayMs)
      const { written } = made.ptys.at(-1)!
      made.session.dispose()
      return written
    }
    return { ...made, by, ends, starts }
  }

  test('an answer to one program never reaches the next', () => {
    const { by, ends, starts } = late()
    by(1, `${E}[c${E}]11;?\x07${E}]7501;?\x07`)
    ends(1)
    by(0, '$ ')
    by(2, `${E}[5n${E}]7501;?\x07`)
    by(2, `${E}[c`)
    expect(starts()).toBe(`${E}[0n${E}]7501;?\x07${E}[?62;4;22;52c`)
  })

  test('a query for the shell that runs the program is answered', () => {
    const { by, ends, starts } = late()
    by(0, `${E}[c`)
    by(1, `${E}[5n`) // tput u7, say
    ends(1)
    by(0, '$ ')
    expect(starts()).toBe(`${E}[?62;4;22;52c${E}[0n`)
  })

  test('a query of the shell between two programs is answered', () => {
    const { by, ends, starts } = late()
    by(1, `${E}[5n${E}]11;?\x07`)
    ends(1)
    by(0, `${E}[c${E}]7501;?\x07`)
    by(2, `${E}[5n`)
    expect(starts()).toBe(`${E}[?62;4;22;52c${E}]7501;?\x07${E}[0n`)
  })

  test('a query of a shell in the shell is answered, whatever runs in between', () => {
    const { by, ends, starts } = late()
    by(1, `${E}[c${E}]7501;?\x07`)
    by(2, `${E}[6n${E}]7501;?\x07`)
    ends(2)
    by(1, '$ ')
    by(3, `${E}[5n`)
    expect(starts()).toBe(`${E}[?62;4;22;52c${E}]7501;?\x07${E}[0n`)
  })

  test('queries of very many jobs never answer the last one', () => {
    const { by, ends, starts } = late()
    for (let job = 1; job <= 100; job += 1) {
      by(job, `${E}[6n${E}]7501;?\x07`)
      ends(job)
      by(0, '$ ')
    }
    by(101, `${E}[5n`)
    expect(starts()).toBe(`${E}[0n`)
  })

  test('and later queries are answered, whatever is in the foreground then', () => {
    const { by, clock, shadows, starts } = late()
    by(1, `${E}[5n`)
    clock.advance(100)
    shadows.deliver()
    by(1, `${E}[c`)
    by(2, `${E}[6n`)
    expect(starts()).toBe(`${E}[0n${E}[?62;4;22;52c${E}[1;1R`)
  })
})

describe('nothing is answered twice', () => {
  test('by a worker that is fed again: what was answered is not, what was lost with it is', () => {
    const { clock, print, session, shadows, written } = make()
    print('\x1b[?2048h\x1b[5n\x1b]10;?;?\x07')
    const first = written()
    shadows.hold = true
    print('ab\x1b[6n\x1b]7501;?\x07')
    clock.advance(100)
    expect(written()).toBe(first)
    shadows.kill('whole') // what it had found was on its way
    shadows.hold = false
    shadows.deliver()
    expect(written()).toBe(`${first}${E}[1;3R${E}]7501;?\x07`)
    for (let time = 0; time < 5; time += 1) shadows.kill('whole')
    print('\x1b[c')
    expect(written()).toBe(`${first}${E}[1;3R${E}]7501;?\x07${E}[?62;4;22;52c`)
    session.dispose()
  })

  test('at whatever message a worker dies', () => {
    const questions = cases
      .filter(([, , answer]) => answer !== '')
      .map(([, question]) => `${E}c${question}`)
    const expected = cases.map(([, , answer]) => answer).join('')
    const random = seeded(9)
    for (let round = 0; round < 40; round += 1) {
      const { clock, print, session, shadows, written } = make()
      for (const question of questions) {
        shadows.hold = random() < 0.5
        print(question)
        if (random() < 0.3) clock.advance(10)
        if (random() < 0.3) shadows.kill('whole')
        if (random() < 0.5) shadows.deliver()
      }
      shadows.hold = false
      shadows.deliver()
      clock.advance(100)
      expect(written()).toBe(expected)
      session.dispose()
    }
  })

  test('of an earlier tab, of an ended program and of modes sent to a late worker', () => {
    const { clock, print, ptys, session, shadows, written } = make({
      before: [encode('\x1b[c\x1b[?2048h\r\n')],
    })
    print('\x1b[5n')
    expect(written()).toBe(`${E}[0n`)
    shadows.hold = true
    print('\x1b[6n')
    ptys[0]!.end({ code: 0, signal: null })
    session.program.restart()
    shadows.hold = false
    shadows.deliver()
    print('\x1b[c')
    clock.advance(100)
    expect(ptys.map(({ written: one }) => one)).toEqual([`${E}[0n`, `${E}[?62;4;22;52c`])
    print('\x1b[?2031h\x1b[?2048h')
    // they leave the ring
    for (let part = 0; part < 20; part += 1) print(`${'x'.repeat(60_000)}\r\n`)
    const reported = written()
    shadows.kill('whole')
    expect([written(), reported.endsWith('t')]).toEqual([reported, true])
    clock.advance(1_000)
    session.program.resize({ cols: 90, rows: 24 })
    expect(written()).toBe(`${reported}${E}[48;24;90;384;675t`) // the mode itself is active
    session.dispose()
  })
})

describe('floods', () => {
  test.each([
    ['DA1', '\x1b[c'],
    ['a palette of questions in one string', `\x1b]4${';7;?'.repeat(30_000)}\x07`],
    ['sizes again and again', '\x1b[?2048h'],
    ['OSC 99', '\x1b]99;i=1:p=?;\x07'],
  ])('%s: as many as the rate lets out, and as many a second later', (_, question) => {
    const { clock, print, ptys, session } = make()
    const counts: number[] = []
    for (let second = 0; second < 3; second += 1) {
      ptys[0]!.written = ''
      const many = encode(question.repeat(Math.max(2, Math.floor(200_000 / question.length))))
      for (let at = 0; at < many.length; at += 40_000) print(many.slice(at, at + 40_000))
      clock.advance(1_000)
      counts.push(ptys[0]!.written.split('\x1b').length - 1)
    }
    expect(counts.every((count) => count > 200 && count <= 2 * repliesMax + 8)).toBe(true)
    session.dispose()
  })

  test('add nothing while a program does not read', () => {
    const { clock, print, ptys, session } = make()
    ptys[0]!.room = 0
    for (let second = 0; second < 600; second += 1) {
      print('\x1b[>q'.repeat(300))
      clock.advance(1_000)
    }
    ptys[0]!.room = Number.POSITIVE_INFINITY
    clock.advance(1_000)
    expect(ptys[0]!.written.length).toBeLessThan(70_000)
    session.dispose()
  })

  test('an endless or far too long query is not answered and not stored', () => {
    const { asks, clock, session } = make()
    expect([
      asks(`\x1b]4;${'1;?;'.repeat(100_000)}`),
      asks(`1;?\x07\x1b[5n`),
      asks(`\x1b[${'6;'.repeat(50_000)}n`),
      asks('\x1b]11;?'),
      asks('\x18\x1b]11;?\x1b[5n'),
    ]).toEqual(['', `${E}[0n`, `${E}[1;1R`, '', `${E}]11;rgb:1010/1414/1818${E}\\${E}[0n`])
    session.dispose()
    expect(clock.timers).toBe(0)
  })
})

describe('options', () => {
  test('security.replies = none answers nothing', () => {
    const { asks, session } = make({
      settings: having(({ security }) => ({ security: { ...security, replies: 'none' } })),
    })
    expect(asks(cases.map(([, question]) => question).join(''))).toBe('')
    session.dispose()
  })

  test('keyboard.kitty_protocol, changed live, decides what answers promise', () => {
    const off = having(({ keyboard }) => ({ keyboard: { ...keyboard, kitty_protocol: false } }))
    const { asks, session } = make({ settings: off })
    const received = [asks('\x1b[?u')]
    for (const options of [defaults, off]) {
      session.configure(options)
      received.push(asks('\x1b[?u'))
    }
    expect(received).toEqual(['', `${E}[?0u`, ''])
    session.dispose()
  })

  test('ui.images, changed live, decides whether an answer promises images', () => {
    const off = having(({ ui }) => ({ ui: { ...ui, images: false } }))
    const { asks, session } = make({ settings: off })
    const asked = `${E}_Gi=3,a=q,s=1,v=1;AAAAAA==${E}\\${E}[c${E}[?1;1S`
    const heard = [asks(asked)]
    for (const options of [defaults, off]) {
      session.configure(options)
      heard.push(asks(asked))
    }
    expect(heard).toEqual([
      `${E}[?62;22;52c`,
      `${E}_Gi=3;OK${E}\\${E}[?62;4;22;52c${E}[?1;0;256S`,
      `${E}[?62;22;52c`,
    ])
    session.dispose()
  })

  // Queries that need the VT core are answered after a worker has started again.
  test('queries found by the dispatcher are answered immediately when workers are given up', () => {
    const { clock, print, session, shadows, written } = make()
    print('\x1b[5n')
    shadows.kill('never')
    print('\x1b[6n\x1b]7501;?\x07')
    expect(written()).toBe(`${E}[0n${E}]7501;?\x07`)
    clock.advance(reviveMs)
    print('\x1b[6n')
    expect(written()).toBe(`${E}[0n${E}]7501;?\x07${E}[1;1R`)
    session.dispose()
  })
})
