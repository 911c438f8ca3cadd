/**
 * A link cannot look as if it led elsewhere: what hides the host is refused, and where the text
 * names another, the host is shown first, alone and whole.
 */
import xterm from '@xterm/headless'
import type { ILink, ILinkProvider, ITerminalOptions } from '@xterm/xterm'
import { describe, expect, test } from 'vitest'
import {
  standsAt,
  quickLines,
  targetsIn,
} from '../../../src/renderer/features/copy-mode/quick-targets.ts'
import type { RowReader } from '../../../src/renderer/features/copy-mode/rows.ts'
import { linkQuestion, shownAddress } from '../../../src/core/links/link-question.ts'
import { judgeAddress } from '../../../src/core/links/links.ts'
import { openableAddress } from '../../core/links/openable-address.ts'
import { linkTextMax } from '../../../src/core/links/limits.ts'
import { spent } from '../../../src/host/shadow/limit.ts'
import { BufferRows } from '../../../src/renderer/grid/text/buffer-rows.ts'
import { LinkHover } from '../../../src/renderer/grid/text/link-hover.ts'
import { rowsOf } from '../../../src/renderer/grid/text/terminal-rows.ts'

const schemes = ['https', 'http', 'mailto', 'file', 'ssh']

test.each([
  'https://bank.example@evil.example/',
  'https://bank.example:443@evil.example/',
  'https://:bank.example@evil.example/',
  `https://${'bank.example/'.replace('/', '%2f').repeat(30)}@evil.example/`,
  ...['https:bank.example@evil.example', 'https:\\\\bank.example@evil.example'],
  ...['https://bank.example%40@evil.example/', 'ssh://-oProxyCommand=x', 'ssh://user@host/'],
  `https://${'a.'.repeat(127)}evil.example/`,
  ...['https://bank.example\u3164.evil.example/', 'https://bank.example\u180e.evil.example/'],
  ...['https://bank.example\u00ad.evil.example/', 'https://bank.example\u2028/'],
  ...['https://bank.example\u115f/', 'https://bank.example\u2800.evil.example/'],
  'https://bank.example/\u{1d159}',
])('%j is refused', (address) => {
  expect(openableAddress(address, schemes)).toBeNull()
})

test('a user name before the host is refused with the name of the host', () => {
  expect(judgeAddress(`https://${'bank.example.'.repeat(25)}@evil.example/`)).toEqual({
    refused: 'it goes to evil.example but contains a user name that can imitate another host.',
  })
})

test.each([
  ...['https://bank.example@evil.example', 'bank.example \u2192 evil.example'],
  ...['evil.example bank.example', 'evil.example/bank.example', 'bank\u3002example'],
  ...['bank\uff0eexample', 'bank\uff61example', 'ba\u00adnk.example', 'bank\u200b.example'],
  ...['bank.\u2060example', 'bank.example\u3164', '\u202ebank.example'],
  ...['\u201cbank.example\u201d', '\u00abbank.example\u00bb', '\u2192bank.example\u2190'],
  ...['\u2018bank.example\u2019!', '\u300cbank.example\u300d', '(bank.example)'],
  ...['bank.example\u2026', 'bank.example...evil.example', 'bank.example\u2044login'],
  ...['bank.example\uff0flogin', 'https\uff1a//bank.example', 'BANK.EXAMPLE'],
  ...['ba\u0337nk.example', 'b\u0430nk.example', 'xn--bnk-7cd.example', 'claude.ai', 'mbank.pl'],
  ...['setup.zip', 'main.rs', 'bank.example:443', 'https://192.0.2.1', '192.0.2.1'],
  ...['http://3221225985/', 'http://[2001:db8::1]/', 'localhost', 'https://intranet'],
  `${'x'.repeat(1_000)} bank.example`,
  `${' '.repeat(linkTextMax)}bank.example`,
  'bank.example'.split('').join('\u200d'),
])('text %j that leads to evil.example asks, and shows that host first', (text) => {
  expect(
    linkQuestion('https://evil.example/login', { text, isWhole: true }, schemes),
  ).toMatchObject({
    place: 'evil.example',
    address: 'https://evil.example/login',
  })
})

test.each([
  ...['https://evil.example/login', 'evil.example', 'www.evil.example/x'],
  ...['\u201cevil.example\u201d', 'log in', 'evil.example and evil.example'],
  'version 1.2.3, package.json',
])('text %j that leads to evil.example does not', (text) => {
  expect(linkQuestion('https://evil.example/login', { text, isWhole: true }, schemes)).toBeNull()
})

test.each([
  ['\u0430\u0440\u0440\u04cf\u0435.com', 'xn--80ak6aa92e.com'],
  ['\u03bfrange.example', 'xn--range-qce.example'],
  ['bank.com\u30ce.evil.example', 'bank.xn--com-mn4b.evil.example'],
  // signs and spaces, letters of other scripts, other Latin letters, a mark that strikes through
  ...[
    ...['bank.com\u2571login.evil.example', 'bank.com\ua789login.evil.example'],
    ...['b\u0251nk.example', 'b\u1d43nk.example'],
    ...['g\u2d54ogle.example', '\u146dank.example', 'bank.com\u0338x.evil.example'],
    ...['g\u0131thub.example', '\u0261ithub.example', 'bank.\u0e50\u0e51.example'],
  ].map((host) => [host, new URL(`https://${host}/`).hostname] as const),
] as const)(
  'a host of letters that look like others, %s, asks with the name that will be contacted',
  (host, ascii) => {
    expect([
      linkQuestion(`https://${host}/`, { text: null, isWhole: true }, schemes),
      linkQuestion(`https://${host}/`, { text: 'click', isWhole: true }, schemes),
      shownAddress(`https://${host}/`),
    ]).toEqual([
      expect.objectContaining({ place: ascii, written: host }),
      expect.objectContaining({ place: ascii, written: host }),
      `https://${ascii}/`,
    ])
  },
)

test.each([
  ...['m\u00fcnchen.example', 'stra\u00dfe.example', '\u4f8b\u3048.example'],
  '\ud55c\uad6d.example',
])('a host of plain letters, %s, does not ask', (host) => {
  expect(linkQuestion(`https://${host}/`, { text: null, isWhole: true }, schemes)).toBeNull()
})

test.each([
  ['me@bank.example', 'mailto:me@evil.example?subject=bank.example'],
  ['boss@bank.example', 'mailto:thief@bank.example'],
  ['bank.example', 'mailto:me@evil.example'],
])('mail: %s leading to %s asks', (text, address) => {
  expect(linkQuestion(address, { text, isWhole: true }, schemes)).not.toBeNull()
})

test.each([
  ['notes.txt', 'file:///tmp/other.desktop'],
  ['notes.txt', 'file:///tmp/notes.txt.sh'],
  ['/etc/hosts', 'file:///tmp/etc/hosts.png'],
  ['./a.png', 'file:///tmp/ba.png'],
  ['https://bank.example/a.pdf', 'file:///tmp/a.pdf'],
  ['\u202egnp.a', 'file:///tmp/a.png'],
])('a file: text %j leading to %s asks', (text, address) => {
  expect(linkQuestion(address, { text, isWhole: true }, schemes)).not.toBeNull()
})

test('the cost of a text grows linearly, and above a bound it is not checked', () => {
  const time = (text: string) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const start = spent()
        for (const address of ['https://evil.example/', 'mailto:a@evil.example', 'file:///tmp/a'])
          linkQuestion(address, { text, isWhole: true }, schemes)
        return spent() - start
      }),
    )
  // In one run: eight times the text costs eight times as much, were it quadratic sixty-four times.
  const ratios = [
    ...['a.', '-', 'a-', '.', '[', '[1:', '://', 'a@', '\u3002', 'a', ' ', '/', '...', 'xn--'],
    ...['\u0337', '#1', ':1', 'a:1'],
  ].map((part) => {
    const text = part.repeat(linkTextMax / part.length)
    return time(text) / Math.max(0.5, time(text.slice(0, linkTextMax / 8)))
  })
  expect(Math.max(...ratios)).toBeLessThan(40)
  expect(
    linkQuestion(
      'https://evil.example/',
      { text: 'x'.repeat(linkTextMax + 1), isWhole: true },
      schemes,
    ),
  ).not.toBeNull()
})

describe('text that is not drawn', () => {
  const colours = {
    palette: (index: number) => (index === 0 ? [0, 0, 0] : [200, index % 256, 0]),
    dynamic: (code: number) => (code === 11 ? [10, 10, 10] : [220, 220, 220]),
    cursorText: [10, 10, 10],
  }

  /**
   * Links of the first row, the text that belongs to an OSC 8 there, and what quick select would
   * copy.
   */
  async function linksOf(
    text: string,
    options: { minimumContrastRatio?: number; drawBoldTextInBrightColors?: boolean } = {},
  ) {
    const terminal = new xterm.Terminal({ cols: 60, rows: 5, allowProposedApi: true })
    await new Promise<void>((resolve) => {
      terminal.write(text, resolve)
    })
    const { lines } = (
      terminal as unknown as {
        readonly _core: {
          readonly _bufferService: { readonly buffer: { readonly lines: unknown } }
        }
      }
    )._core._bufferService.buffer
    let provider: ILinkProvider | null = null
    const page = {
      buffer: terminal.buffer,
      cols: terminal.cols,
      rows: terminal.rows,
      options: {
        drawBoldTextInBrightColors: true,
        minimumContrastRatio: 1,
        ...options,
      } as ITerminalOptions,
      registerLinkProvider: (one: ILinkProvider) => {
        provider = one
      },
      onResize: terminal.onResize,
    }
    const rows = new BufferRows(
      page as never,
      { buffer: { lines, alternate: false, onTrim: () => undefined }, colours } as never,
    )
    const hover = new LinkHover(page as never, rows, {
      options: () => ({ detect: true, paths: false, schemes, modifier: 'ctrl' }) as never,
      now: () => 0,
      check: () => Promise.resolve([]),
      show: () => undefined,
    })
    const found = await new Promise<ILink[] | undefined>((resolve) => {
      provider?.provideLinks(1, resolve)
    })
    page.options.linkHandler?.hover?.({} as MouseEvent, 'https://bank.example.evil.example/', {
      start: { x: 1, y: 1 },
      end: { x: 1, y: 1 },
    })
    return {
      found: (found ?? []).map((link) => link.text),
      osc8: (hover.under as { readonly text: string } | null)?.text,
      quick: targetsIn(
        quickLines(
          rowsOf(terminal as never, (cell, row, column) => rows.look().isDrawn(row, column, cell)),
          0,
          1,
        ),
      ).map((target) => target.text),
    }
  }

  test.each([
    ['concealed', '\x1b[8m'],
    ['in the colour of its background', '\x1b[38;2;9;9;9;48;2;9;9;9m'],
    ['nearly so', '\x1b[38;2;12;12;12m'],
    ['by the palette', '\x1b[30m'],
    ['of two palettes', '\x1b[38;5;0;40m'],
    ['turned round', '\x1b[7;30m'],
    ['dimmed away', '\x1b[2;38;2;50;50;50m'],
  ])('%s is not part of a link', async (_name, hide) => {
    const [seen, whole] = [
      'https://bank.example',
      `https://bank.example${hide}.evil.example/\x1b[m`,
    ]
    expect(await linksOf(whole)).toEqual({ found: [seen], osc8: seen, quick: [seen] })
    // over the end of a row
    expect((await linksOf(`${'x'.repeat(39)} ${whole}`)).found).toEqual([seen])
  })

  test.each([
    ['as it is', '', {}],
    ['in a colour', '\x1b[35m', {}],
    ['bold', '\x1b[1;30m', {}],
    ['with the contrast that you asked for', '\x1b[30m', { minimumContrastRatio: 4.5 }],
    ['turned round', '\x1b[7m', {}],
  ])('text that is drawn %s is', async (_name, draw, options) => {
    const whole = 'https://bank.example.evil.example/'
    expect(
      (await linksOf(`https://bank.example${draw}.evil.example/\x1b[m`, options)).found,
    ).toEqual([whole])
  })
})

test('quick select detects text drawn over since its label was shown', () => {
  const rows = (...lines: string[]): RowReader => ({
    count: lines.length,
    columns: 10,
    cells: (row) => [...(lines[row] ?? '').replace(/^>/, '').padEnd(10)],
    isWrapped: (row) => lines[row]?.startsWith('>') === true,
  })
  const [target] = targetsIn(quickLines(rows('a /srv/one', '>/two', ''), 0, 3))
  expect(target).toMatchObject({ text: '/srv/one/two', next: ' ' })
  const stands = [
    rows('a /srv/one', '>/two', ''),
    rows('a /srv/evi', '>/two', ''),
    rows('a /srv/one', '>/evl', ''),
    rows('a /srv/one', '/two', ''),
    rows('a /srv/one'),
    rows('a /srv/one', '>/two/more', ''),
    rows('a /srv/one', '>/two x', ''),
  ].map((now) => standsAt(now, target!))
  expect(stands).toEqual([true, false, false, false, false, false, true])
})
