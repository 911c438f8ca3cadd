/**
 * Bytes in, frames of the core, and what is announced to a screen reader of them, through the
 * page's own view in a terminal of xterm.js without a page.
 */
import { expect, test } from 'vitest'
import { encodeHistory, FrameSource } from '../../src/terminal/frames/encode.ts'
import { Terminal } from '../../src/terminal/index.ts'
import type { AnnouncedLine, LiveRegion } from '../../src/renderer/grid/frames/announcer.ts'
import { seeded } from '../support/random.ts'
import { FrameTerminal } from '../support/frames/frame-terminal.ts'
import { slow } from '../slow.ts'

/**
 * Takes characters as `AccessibilityManager` of xterm.js 6.0.0 does: characters just typed are
 * omitted, and nothing follows after 20 lines. test/app/grid/screen-reader.spec.ts tests the real
 * one.
 */
class Region implements LiveRegion {
  text = ''
  characters = 0
  _liveRegionLineCount = 0
  #typed: string[] = []

  _handleChar(character: string): void {
    this.characters += 1
    if (this._liveRegionLineCount > 20) return
    if (this.#typed.shift() !== character) this.text += character
    if (character !== '\n') return
    this._liveRegionLineCount += 1
    if (this._liveRegionLineCount === 21) this.text += 'Too much output'
  }

  key(character: string): void {
    this.text = ''
    this._liveRegionLineCount = 0
    if (!/\p{Control}/u.test(character)) this.#typed.push(character)
  }
}

class Reader {
  readonly core: Terminal
  readonly page: FrameTerminal
  readonly region = new Region()
  #source: FrameSource

  constructor(cols = 40, rows = 6, scrollback = 1_000) {
    this.core = new Terminal({ cols, rows, scrollback })
    this.page = new FrameTerminal(cols, rows)
    this.page.liveRegion = this.region
    this.#source = new FrameSource(this.core)
    this.page.view.watch(true)
    this.frame()
  }

  write(text: string): void {
    this.core.write(new TextEncoder().encode(text))
  }

  frame(): void {
    this.page.view.take(this.#source.next())
    this.page.drawn()
  }

  /** Each is printed before a frame of its own. @returns what they add */
  says(...texts: string[]): string {
    const { length } = this.region.text
    for (const text of texts) {
      this.write(text)
      this.frame()
    }
    expect(this.page.failure).toBeNull()
    return this.region.text.slice(length)
  }

  /** A key, and what the program prints for it. */
  types(key: string, echo = key): string {
    this.region.key(key)
    return this.says(echo)
  }

  /** Rows that were asked for come. @returns how many were, at once at most */
  answer(): number {
    const wanted = this.page.sent
      .splice(0)
      .filter((message) => message.kind === 'session/want-rows')
    for (const { first, count } of wanted)
      this.page.view.take(encodeHistory(this.core, first, count))
    return Math.max(0, ...wanted.map(({ count }) => count))
  }

  show(): void {
    this.page.view.watch(true)
    this.#source = new FrameSource(this.core)
    this.frame()
  }
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`)

test('output is announced once, a row a line, however it is cut into frames', () => {
  for (const texts of [['$ ', 'a b\r\n', 'c\r\n$ '], ['$ a b\r\nc\r\n$ '], [...'$ a b\r\nc\r\n$ ']])
    expect(new Reader().says(...texts), JSON.stringify(texts)).toBe('$ a b\nc\n$ ')
})

test('wide characters, clusters and wrapped rows are announced as printed', () => {
  const reader = new Reader(10)
  expect(reader.says('日本e\u0301 ', '👩🏽‍💻', ' abcdefghijkl', 'mn\r\nx')).toBe(
    '日本e\u0301 👩🏽‍💻 abcdefghijklmn\nx',
  )
})

test('a reader turned on later announces new output, and no typed text', () => {
  const reader = new Reader()
  reader.page.liveRegion = undefined
  reader.write('out\r\n$ ')
  reader.frame()
  reader.page.liveRegion = reader.region
  expect([...'echo one'].map((key) => reader.types(key))).toEqual([...'echo one'].map(() => ''))
  expect(reader.says('\r\none\r\n')).toBe('\none\n')
})

test('typed text is not announced twice: at the end, in the line, next to prompts, wrapped', () => {
  const end = new Reader()
  end.says('$ ')
  expect([
    end.types('l'),
    end.types('s'),
    end.types(' '),
    end.types('\r', '\r\nfile\r\n$ '),
  ]).toEqual(['', '', '', '\nfile\n$ '])

  const within = new Reader()
  within.says('$ ls foo\x1b[4D')
  expect([within.types('x', '\x1b[@x'), within.types('x', 'x foo\x1b[4D')]).toEqual(['', ''])

  const right = new Reader()
  right.says('$ \x1b[30G12:00\x1b[3G')
  expect([right.types('l'), right.types('s')]).toEqual(['', ''])
  expect(right.says('\x1b[30G12:01\x1b[5G')).toBe('\n12:01')

  const suggested = new Reader()
  suggested.says('$ ')
  expect([suggested.types('l', 'l\x1b[2ms -la\x1b[m\x1b[5D'), suggested.types('s', 's')]).toEqual([
    's -la',
    '',
  ])

  const wraps = new Reader(4)
  wraps.says('$ ')
  expect([...'abcde'].map((key) => wraps.types(key))).toEqual(['', '', '', '', ''])
  expect(wraps.says('\r\nfile')).toBe('\nfile')
})

test('typed text is not announced while text is inserted above it', () => {
  const reader = new Reader(40, 8)
  reader.says('\x1b[1;6r\x1b[7;1H> ')
  expect(reader.types('a', '\x1b7\x1b[6;1H\nabove\x1b8a')).toBe('\nabove\n')
  expect([reader.types('b'), reader.types('c')]).toEqual(['', ''])
})

test('erasing, cursor moves, colors and repainting are not announced', () => {
  const reader = new Reader()
  reader.says('$ one two three')
  expect(reader.types('\x7f', '\b \b')).toBe('')
  expect(reader.says('\x1b[3G', '\x1b[4P', '\r$ \x1b[31mtwo\x1b[m', '\x1b[2J', '\x1b[H')).toBe('')
})

test('a row that changes in place announces its changed words', () => {
  const reader = new Reader()
  expect(reader.says('copied 10% of all\r', 'copied 12% of all\r', '\x1b[1;9H3')).toBe(
    'copied 10% of all\n12%\n13%',
  )
})

test('rows scrolled between two frames are announced as if each had a frame', () => {
  const reader = new Reader()
  reader.says('$ seq')
  expect(reader.types('\r', `\r\n${lines(1, 9).join('\r\n')}\r\n$ `)).toBe('')
  expect(reader.answer()).toBe(5)
  expect(reader.region.text).toBe(`\n${lines(1, 9).join('\n')}\n$ `)
  expect(reader.says(`more\r\n${lines(1, 3).join('\r\n')}\r\n`, 'x')).toBe(
    `more\n${lines(1, 3).join('\n')}\nx`,
  )
})

test('requested rows are announced in parts, late or never', () => {
  const before = new Reader()
  before.write(lines(1, 12).join('\r\n'))
  // of rows that the page knows of with the next frame only
  before.page.view.take(encodeHistory(before.core, 0, 7))
  before.frame()
  before.answer()
  expect(before.region.text).toBe(lines(1, 12).join('\n'))

  const parts = new Reader()
  parts.says(lines(1, 12).join('\r\n'))
  parts.page.view.take(encodeHistory(parts.core, 0, 3))
  expect(parts.region.text).toBe(lines(1, 3).join('\n'))
  expect(parts.says('\r\nbehind')).toBe('')
  while (parts.answer() > 0);
  expect(parts.region.text).toBe([...lines(1, 12), 'behind'].join('\n'))

  const never = new Reader()
  never.says(lines(1, 12).join('\r\n'), '\r\nbehind', ...Array.from({ length: 64 }, () => '\x1b[m'))
  expect(never.region.text).toContain('behind')
  expect(never.page.sent.filter(({ kind }) => kind === 'session/want-rows')).toHaveLength(5)

  const none = new Reader(40, 6, 0)
  expect(none.says(`${lines(1, 12).join('\r\n')}`)).toBe(lines(7, 12).join('\n'))
})

test('the first 20 lines of a flood are announced until the next key, the rest unread', () => {
  const reader = new Reader()
  reader.says('$ ')
  reader.types('\r', `\r\n${lines(1, 500).join('\r\n')}`)
  expect(reader.answer()).toBe(22)
  expect(reader.region.text).toBe(`\n${lines(1, 20).join('\n')}\nToo much output`)
  const { characters } = reader.region
  for (let from = 501; from < 5_000; from += 100)
    reader.says(`\r\n${lines(from, from + 99).join('\r\n')}`)
  expect(reader.region.characters).toBe(characters)
  expect(reader.answer()).toBe(0)
  expect(reader.types('q', 'bye')).toBe('bye')
})

test('a flood whose rows do not arrive reads no more than is kept', () => {
  const reader = new Reader(200, 100, 20_000)
  let read = 0
  const { maker } = reader.page.view.buffers
  const translate = (Object.getPrototypeOf(maker.blank(1)) as AnnouncedLine).translateToString
  const count = function (
    this: AnnouncedLine,
    ...args: Parameters<AnnouncedLine['translateToString']>
  ) {
    read += 1
    return translate.apply(this, args)
  }
  Object.assign(Object.getPrototypeOf(maker.blank(1)) as object, { translateToString: count })
  try {
    for (let from = 1; from < 10_000; from += 250)
      reader.says(`\r\n${lines(from, from + 249).join('\r\n')}`)
  } finally {
    Object.assign(Object.getPrototypeOf(maker.blank(1)) as object, { translateToString: translate })
  }
  expect(read).toBeLessThan(4_000)
  while (reader.answer() > 0);
  expect(reader.region.text).toBe(`${lines(1, 21).join('\n')}\nToo much output`)
})

test('a row printed or reprinted forever is announced up to 21,000 characters', slow, () => {
  for (const text of [
    'x'.repeat(2_000),
    ...['\r\x1b[Ka', '\r⠋ working', '\x1b[Hone\x1b[Htwo', '\x1b[3;3H\x1b[L*'],
  ]) {
    const reader = new Reader()
    for (let round = 0; round < 800; round += 1) {
      reader.says(`${text}${round % 10}`)
      reader.answer()
    }
    expect(reader.region.characters, JSON.stringify(text)).toBeLessThanOrEqual(21_021)
  }
})

test('a full-screen program announces what it draws, changes and scrolls, then the shell', () => {
  const reader = new Reader()
  reader.says('$ less')
  expect(reader.types('\r', `\x1b[?1049h\x1b[H${lines(1, 5).join('\r\n')}\r\n:`)).toBe(
    `\n${lines(1, 5).join('\n')}\n:`,
  )
  expect(reader.types('j', '\r\x1b[Kline 6\r\n:')).toBe('\nline 6\n:')
  expect(reader.types('q', '\x1b[?1049l\r\n$ ')).toBe('\n$ ')
  expect(reader.says('less\x1b[?1049h', '\x1b[Hagain', '\x1b[?1049l')).toBe('\nagain\nless')
})

test('lines that a program inserts or moves are announced once', () => {
  const reader = new Reader()
  reader.says(lines(1, 6).join('\r\n'))
  expect(reader.says('\x1b[3;1H\x1b[Lnew')).toBe('\nnew')
  expect(reader.says('\x1b[2;5r\x1b[5;1H\nbelow')).toBe('\nbelow')
  expect(reader.says('\x1b[2;1H\x1bMabove')).toBe('\nabove')
})

test('a first frame, another size and a tab that returns announce nothing', () => {
  const reader = new Reader()
  reader.says('one\r\ntwo\r\n')
  reader.core.resize(30, 5)
  expect(reader.says('')).toBe('')
  reader.core.resize(30, 8)
  expect(reader.says('', 'three')).toBe('three')
  reader.write('\r\nhidden\r\n')
  reader.region.text = ''
  reader.show()
  expect(reader.says('four')).toBe('four')
})

test('a reader that is off reads no line', () => {
  const reader = new Reader()
  reader.page.liveRegion = undefined
  reader.says(lines(1, 100).join('\r\n'))
  expect(reader.page.sent.filter(({ kind }) => kind === 'session/want-rows')).toEqual([])
  reader.page.liveRegion = reader.region
  expect(reader.says('', '\r\nnow')).toBe('now')
})

test('random output in random frames is announced in order, line by line', () => {
  const random = seeded(7)
  for (let round = 0; round < 60; round += 1) {
    const reader = new Reader(5 + Math.floor(random() * 20), 1 + Math.floor(random() * 8))
    const printed = Array.from(
      { length: 18 },
      (_, index) => `${index}${'ab日 '.repeat(Math.floor(random() * 8)).trim()}`,
    )
    const text = printed.join('\r\n')
    for (let at = 0; at < text.length; ) {
      const step = 1 + Math.floor(random() * 60)
      reader.says(text.slice(at, at + step))
      at += step
      if (random() < 0.3) reader.answer()
    }
    while (reader.answer() > 0);
    expect(reader.region.text, `round ${round}`).toBe(printed.join('\n'))
  }
})
