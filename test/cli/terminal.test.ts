/** Tests how `vibeflow attach` handles bytes in transit, and the form of recordings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { allowedOutput } from '../../src/cli/terminal/allowed-output.ts'
import { CastWriter, asciicastLineBytesMax, readCast } from '../../src/cli/terminal/asciicast.ts'
import { cropped } from '../../src/cli/terminal/cropped.ts'
import {
  DetachKeys,
  defaultDetachKeys,
  parseDetachKeys,
} from '../../src/cli/terminal/detach-keys.ts'
import { safeJson } from '../../src/base/text/safe-text.ts'
import { snapshotOf, Terminal, toAnsi, toText } from '../../src/terminal/index.ts'
import { root } from '../tidy/tree.ts'
import { OutputFilter } from '../../src/cli/terminal/output-filter.ts'

const passed = (text: string, replayed = false, cut = text.length) => {
  const filter = new OutputFilter({ replayed })
  const bytes = Buffer.from(text)
  let out = ''
  for (let at = 0; at < bytes.length; at += cut)
    out += Buffer.from(filter.feed(bytes.subarray(at, at + cut))).toString('latin1')
  return Buffer.from(out, 'latin1').toString()
}

describe('a screen in a terminal that is smaller', () => {
  const shown = (
    bytes: string,
    { cols, rows }: { readonly cols: number; readonly rows: number },
  ) => {
    const terminal = new Terminal({ cols, rows, scrollback: 10 })
    terminal.write(Buffer.from(bytes))
    return snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 })
  }
  const small = (bytes: string) => {
    const { cursor, margins, screen, ...rest } = shown(
      toAnsi(cropped(shown(bytes, { cols: 20, rows: 6 }), { cols: 9, rows: 3 })),
      { cols: 9, rows: 3 },
    )
    return {
      text: toText({ ...rest, cursor, margins, screen }).split('\n'),
      cursor,
      margins,
      screen,
    }
  }
  const whole = { top: 0, bottom: 2, left: 0, right: 8 }

  it.each([
    [
      'long rows are cut and do not wrap',
      'one two three four\r\n\x1b[41m        \x1b[m|\r\nfive',
      {
        text: ['one two t', '        |', 'five'],
        cursor: { row: 2, col: 4, joins: 1 },
        margins: whole,
        screen: 'stream',
      },
    ],
    [
      'rows that go on are no more than rows',
      `${'a'.repeat(25)}\r\nb`,
      {
        text: ['aaaaaaaaa', 'aaaaa', 'b'],
        cursor: { row: 2, col: 1, joins: 1 },
        margins: whole,
        screen: 'stream',
      },
    ],
    [
      'half a wide character is none',
      'a你你你你你',
      { text: ['a你你你你', '', ''], cursor: { row: 0, col: 8 }, margins: whole, screen: 'stream' },
    ],
    [
      'rows below are gone, and the cursor stays inside',
      '1\r\n2\r\n3\r\n4\r\n5\r\nsix, and more',
      { text: ['1', '2', '3'], cursor: { row: 2, col: 8 }, margins: whole, screen: 'stream' },
    ],
    [
      'the alternate screen and what is beneath',
      'shell\x1b[?1049h\x1b[2;5r\x1b[Hstatus line, long',
      {
        text: ['status li', '', ''],
        cursor: { row: 0, col: 8 },
        margins: { ...whole, top: 1 },
        screen: 'grid',
      },
    ],
  ])('%s', (_, bytes, expected) => {
    expect(small(bytes)).toEqual(expected)
  })
})

describe('output on its way to another terminal', () => {
  const questions = [
    ...['\x1b[c', '\x1b[>c', '\x1b[0c', '\x1b[=c', '\x1b[5n', '\x1b[6n', '\x1b[?6n'],
    ...[
      '\x1b[?996n',
      '\x1b[?2026$p',
      '\x1b[4$p',
      '\x1b[>q',
      '\x1b[>0q',
      '\x1b[?u',
      '\x1b[?4m',
      '\x1b[14t',
    ],
    ...['\x1b[18t', '\x1b[21t', '\x1bZ', '\x05', '\x1b]4;1;?\x07', '\x1b]10;?\x1b\\'],
    ...['\x1b]11;?\x07', '\x1b]52;c;?\x07', '\x1b]7501;?\x07', '\x1b]99;i=1:p=?;\x1b\\'],
    ...['\x1bP$qm\x1b\\', '\x1bP+q544e\x1b\\', '\x1b_Gi=1,a=q;\x1b\\'],
  ]
  it.each(questions.map((question) => [safeJson(question), question] as const))(
    'loses the question %s, however it is cut',
    (_, question) => {
      for (const cut of [1, 2, 100]) expect(passed(`a${question}é`, false, cut)).toBe('aé')
    },
  )

  const others: [string, string][] = [
    ...['\x1b[31m', '\x1b[38:2::1:2:3;4:3m', '\x1b[2J', '\x1b[>4;2m', '\x1b[?1049h'],
    ...['\x1b[1;24r', '\x1b[s', '\x1b[u', '\x1b[0 q', '\x1b(B', '\x1b7', 'é你👨‍👩‍👧\r\n\x07'],
    ...['\x1b]0;title\x1b\\', '\x1b]8;;https://a/\x1b\\', '\x1b[3;2H', '\x1b[>5u'],
  ]
    .map((same) => [same, same] as [string, string])
    .concat([
      ['\x1b[22;0;0t', '\x1b[22;2t'],
      ['\x1b]0;ti\u202etle\x07', '\x1b]0;title\x1b\\'],
      ['\x1b]8;a=b:id=x;https://a\x07', '\x1b]8;id=x;https://a/\x1b\\'],
      ['\x1b]4;1;#fff;2;?\x07', '\x1b]4;1;#f0f0f0\x1b\\'],
      ['\x1b]11;rgb:ff/00/00\x07', '\x1b]11;#ff0000\x1b\\'],
      ['\x1b[?1;1004;25h', '\x1b[?1;25h'],
      ['\x1b[?2048h', ''],
      ['\x1b[?2033h\x1b[?998n', ''],
      ['\x1b[>1;2:1:1 q\x1b[> q', ''],
      ['\x1b]52;c;aGk=\x07', ''],
      ['\x1b]1338;state=waiting\x07', ''],
      ['\x1bPzz\x1b\\', ''],
      ['\x1b[3\x18x', 'x'],
      ['\x1b\x1b[1m', '\x1b[1m'],
      ['\u0085', '\x1bE'],
      ['\x1b[0005;\x070Hx', '\x07\x1b[5Hx'],
      ['\x1b[99999S', '\x1b[1000S'],
      ['\x1b]133;D;1\x07', '\x1b]133;D\x1b\\'],
      ['\x1b[1;2;3;4;5T', '\x1b[1T'],
      ['\x1b%@', '\x0f\x1b(B'],
      ['\x1b]2;never ended', ''],
      ['\x1b]66;;plain\x07', 'plain'],
      ['\x1b]66;w=4;ab\x1b\\', 'ab  '],
      ['\x1b]66;s=2;hé你\x07', 'h é 你  '],
      ['\x1b]66;s=2:w=1:n=1:d=2;abc\x07', 'ab'],
      ['\x1b]66;w=3;你你\x07', '你 '],
      ['\x1b]66;w=8;invalid\x07', ''],
      ['\x1b]66;;\u0085\u009b6n\x07', '6n'],
      ['\x1bNx\u008fy', '\x1bNx\x1bOy'],
    ])
    .concat(
      [
        ...['javascript:a', 'file:///a', 'https://good.example@evil.example/'],
        ...['mailto:a@b?attach=/etc/passwd', 'vscode://a'],
        `https://a/${'x'.repeat(2_083)}`,
      ].map((uri) => [`\x1b]8;;${uri}\x07`, '\x1b]8;;\x1b\\'] as [string, string]),
    )
  it.each(others.map(([given, expected]) => [safeJson(given), given, expected] as const))(
    'passes %s in one form, or nothing of it',
    (_, given, expected) => {
      const end = given.includes('never') ? '' : 'z'
      for (const cut of [1, 3, 100])
        expect(passed(`a${given}${end}`, false, cut)).toBe(`a${expected}${end}`)
    },
  )

  it('shows sized text up to the limit of the core', () => {
    const sized = (count: number) => passed(`\x1b]66;s=7;${'x'.repeat(count)}\x07`).length
    expect([sized(4_096), sized(4_097)]).toEqual([4_096 * 7, 0])
  })

  it('replayed, it neither rings, notifies, sets clipboard or changes keys and mouse', () => {
    expect(
      passed(
        'a\x07b\x1b]9;hello\x07c\x1b]777;notify;a;b\x07d\x1b]52;c;aGk=\x07e\x1b]99;;x\x1b\\' +
          'f\x1b]9;4;1;50\x07g\x1b[?1000;25hh\x1b=i\x1b[>1uj\x1b[>4;2mk\x1b[?2004hl',
        true,
      ),
    ).toBe('abcdefg\x1b[?25hhijkl')
  })

  it('is a stream: an endless string keeps bounded memory and passes nothing', () => {
    const filter = new OutputFilter()
    const piece = Buffer.from('\x1b]2;'.padEnd(65_536, 'x'))
    let passedBytes = filter.feed(piece).length
    for (let round = 0; round < 64; round += 1) passedBytes += filter.feed(piece.subarray(4)).length
    expect([passedBytes, Buffer.from(filter.feed(Buffer.from('\x07after'))).toString()]).toEqual([
      0,
      'after',
    ])
  })

  it('distinguishes images, cut anywhere, from other content of such strings', () => {
    const draws = (text: string, cut = text.length): boolean => {
      const filter = new OutputFilter()
      const bytes = Buffer.from(`${text}\x1b]1337;RemoteHost=a@b\x07`)
      for (let at = 0; at < bytes.length; at += cut) filter.feed(bytes.subarray(at, at + cut))
      return filter.takeDrawn()
    }
    for (const text of [
      ...['\x1bP0;1q#1~\x1b\\', '\x1b_Ga=T,s=1,v=1;AAAA\x1b\\'],
      ...['\x1b]1337;File=inline=1:AAAA\x07', '\x1b]1337;FileEnd\x07'],
      ...['\x1b[65;1;1;2;2$x', '\x1b[1;1;2;2;7$t', '\x1b]66;s=2;headline\x07'],
    ])
      expect([draws(text), draws(text, 1)], JSON.stringify(text)).toEqual([true, true])
    for (const text of [
      ...['\x1b]1337;CurrentDir=/File=\x07', '\x1b]1337;SetMark\x07'],
      ...['\x1b]1337;FilePart=AAAA\x07', '\x1b_tmux;G\x1b\\', '\x1bP$qm\x1b\\'],
      ...['\x1b]66;w=2;x\x07', '\x1b]66;;x\x07', '\x1b]66;s=9;x\x07'],
    ])
      expect([draws(text), draws(text, 1)], JSON.stringify(text)).toEqual([false, false])
  })
})

test('docs/reference/session-socket.md names all that passes, and nothing else', () => {
  const lines =
    /^\| passes \| form \| reason \|\n([^]*?)\n\n/m
      .exec(readFileSync(join(root, 'docs/reference/session-socket.md'), 'utf8'))?.[1]
      ?.split('\n') ?? []
  const named = (some: readonly string[]) =>
    [...some.join('\n').matchAll(/`((?:CSI|ESC|OSC) [^`]+)`/g)]
      .map((match) => match[1]!.replace('\\|', '|').replace('HPA', '`'))
      .sort()
  expect(named(lines)).toEqual([...allowedOutput(false).names].sort())
  expect(named(lines.filter((line) => !line.includes('| live: ')))).toEqual(
    [...allowedOutput(true).names].sort(),
  )
})

describe('the keys that leave', () => {
  const fed = (keys: string, ...typed: string[]) => {
    const detach = new DetachKeys(parseDetachKeys(keys))
    return typed.map((text) => detach.feed(text))
  }

  it('are found across reads, also in kitty form, and kept from the program', () => {
    expect(fed(defaultDetachKeys, 'ls\x1c', '\x1c')).toEqual([
      { passed: 'ls', detach: false },
      { passed: '', detach: true },
    ])
    expect(fed(defaultDetachKeys, '\x1b[92;5u\x1b[92;5u')).toEqual([{ passed: '', detach: true }])
    expect(fed('ctrl+a,d', '\x01d')).toEqual([{ passed: '', detach: true }])
  })

  it('pressed otherwise go to the program, in order', () => {
    expect(fed(defaultDetachKeys, '\x1c', 'q')).toEqual([
      { passed: '', detach: false },
      { passed: '\x1cq', detach: false },
    ])
    expect(fed('ctrl+a,d', '\x01\x01d')).toEqual([{ passed: '\x01', detach: true }])
  })

  it('are refused in a sentence', () => {
    expect(() => parseDetachKeys('ctrl+alt+x')).toThrow('invalid key "ctrl+alt+x" in --detach-keys')
  })
})

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const some: Value[] = []
  for await (const value of values) some.push(value)
  return some
}

const read = async (text: string) => {
  const [header, ...events] = await all(readCast([Buffer.from(text)]))
  return { header, events }
}

describe('the form of recordings', () => {
  // https://docs.asciinema.org/manual/asciicast/v2 and v3: what is required, what may be there, and
  // how times are counted.
  const written = (version: 2 | 3) => {
    const writer = new CastWriter(version)
    return [
      writer.header({
        cols: 80,
        rows: 24,
        timestamp: 1_504_467_315,
        title: 'Demo',
        command: '/bin/bash',
        term: 'xterm-256color',
      }),
      writer.event(248.4, 'o', '\x1b[1mHello é你\x7f\x9b\r\n'),
      writer.event(1_249.2, 'r', '90x30'),
      writer.event(1_000, 'o', 'late'),
      ...(version === 3 ? [writer.event(2_000, 'x', '0')] : []),
    ]
  }

  it('is a header and one event a line, timed from the start in v2, the last event in v3', () => {
    expect(written(2).map((line) => line.endsWith('\n') && (JSON.parse(line) as unknown))).toEqual([
      {
        version: 2,
        width: 80,
        height: 24,
        timestamp: 1_504_467_315,
        title: 'Demo',
        command: '/bin/bash',
        env: { TERM: 'xterm-256color' },
      },
      [0.248, 'o', '\x1b[1mHello é你\x7f\x9b\r\n'],
      [1.249, 'r', '90x30'],
      [1.249, 'o', 'late'],
    ])
    expect(written(3).map((line) => line.endsWith('\n') && (JSON.parse(line) as unknown))).toEqual([
      {
        version: 3,
        term: { cols: 80, rows: 24, type: 'xterm-256color' },
        timestamp: 1_504_467_315,
        title: 'Demo',
        command: '/bin/bash',
      },
      [0.248, 'o', '\x1b[1mHello é你\x7f\x9b\r\n'],
      [1.001, 'r', '90x30'],
      [0, 'o', 'late'],
      [0.751, 'x', '0'],
    ])
  })

  it('has every character that is not printable as an escape', () => {
    expect(written(3)[1]).toBe('[0.248,"o","\\u001b[1mHello é你\\u007f\\u009b\\r\\n"]\n')
  })

  it('reads the examples of its description: comments, markers, themes, idle limit', async () => {
    expect(
      await read(
        [
          '{"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm-256color", ' +
            '"version": "VTE(7802)", "theme": {"fg": "#d0d0d0", "bg": "#212121", "palette": ' +
            '"#151515:#ac4142"}}, "timestamp": 1504467315, "idle_time_limit": 2, "title": ' +
            '"Demo", "env": {"SHELL": "/bin/zsh"}, "tags": ["a"]}',
          ...['# event stream follows the header', '[0.248, "o", "\\u001b[1;31mHello"]'],
          ...['[3.500, "m", ""]', '', '# resized', '[2.050, "r", "90x30"]', '[0.1, "i", "x"]'],
          ...['[0.887, "x", "0"]', ''],
        ].join('\n'),
      ),
    ).toEqual({
      header: {
        version: 3,
        cols: 80,
        rows: 24,
        timestamp: 1_504_467_315,
        title: 'Demo',
        idleLimit: 2,
      },
      events: [
        [0.248, 'o', '\x1b[1;31mHello'],
        [3.748, 'm', ''],
        [5.798, 'r', '90x30'],
        [5.898, 'i', 'x'],
        [6.785, 'x', '0'],
      ].map(([at, code, data]) => ({ at: expect.closeTo(at as number) as number, code, data })),
    })
    expect(
      await read(
        '{"version": 2, "width": 80, "height": 24, "duration": 1.5, "env": {}}\n[0.248848, ' +
          '"o", "a"]\n[1.001376, "o", "b"]\n',
      ),
    ).toMatchObject({
      header: { version: 2, cols: 80, rows: 24 },
      events: [
        { at: 0.248848, data: 'a' },
        { at: 1.001376, data: 'b' },
      ],
    })
  })
})

test('a recording reads back in both versions, even when it was broken off', async () => {
  for (const version of [2, 3] as const) {
    const writer = new CastWriter(version)
    const text =
      writer.header({ cols: 80, rows: 24, timestamp: 1_000 }) +
      writer.event(0, 'o', 'a') +
      writer.event(1_234.4, 'r', '100x30') +
      writer.event(1_500, 'o', 'b')
    expect(await read(text)).toEqual({
      header: { version, cols: 80, rows: 24, timestamp: 1_000 },
      events: [
        { at: 0, code: 'o', data: 'a' },
        { at: expect.closeTo(1.234) as number, code: 'r', data: '100x30' },
        { at: expect.closeTo(1.5) as number, code: 'o', data: 'b' },
      ],
    })
    expect(await read(`${text}[0.1,"o`)).toMatchObject({ events: { length: 3 } })
  }
})

test('an invalid recording is refused at the error, before its line fills the memory', async () => {
  const head = '{"version":3,"term":{"cols":80,"rows":24}}\n'
  const event = 'invalid event. Expected [time, code, data].'
  const strange: [string, string][] = [
    ['{"version":1}\n', 'line 1: not an asciicast recording of version 2 or 3.'],
    ['', 'line 1: not an asciicast recording of version 2 or 3.'],
    [
      '{"version":2,"width":1e999,"height":24}\n',
      'line 1: not an asciicast recording of version 2 or 3.',
    ],
    [`${head}[1]\n\n`, `line 2: ${event}`],
    [`${head}[1e999,"o","x"]\n\n`, `line 2: ${event}`],
    [`${head}[1e308,"o","x"]\n[1e308,"o","x"]\n\n`, `line 3: ${event}`],
    [`${head}[-1,"o","x"]\n\n`, `line 2: ${event}`],
    [`${head}["1","o","x"]\n\n`, `line 2: ${event}`],
    [`${head}[1,"o",{"a":1}]\n\n`, `line 2: ${event}`],
    [`${head}NaN\n\n`, `line 2: ${event}`],
  ]
  for (const [text, problem] of strange) await expect(read(text)).rejects.toThrow(problem)
  let given = 0
  const endless = async function* () {
    for (;;) {
      given += 65_536
      yield new Uint8Array(65_536)
    }
  }
  await expect(all(readCast(endless()))).rejects.toThrow('line 1: longer than 16 MiB.')
  expect(given).toBeLessThanOrEqual(asciicastLineBytesMax + 65_536)
})
