/** Options of the grid and the window, and the pure parts that obey them. */
import { describe, expect, it } from 'vitest'
import { readOptions } from '../../../src/core/config/read.ts'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import { historyLines } from '../../../src/core/config/history-lines.ts'
import { builtInDark, bundledThemes } from '../../../src/core/config/theme/bundled.ts'
import { looksOf } from '../../../src/core/config/theme/looks.ts'
import { ownColours } from '../../../src/core/config/theme/own-colours.ts'
import { gridDefaults, gridOptionsOf, usualWindow } from '../../../src/core/config/grid-options.ts'
import { pasteQuestion } from '../../../src/core/consent/paste.ts'
import { dropPlace } from '../../../src/core/windows/workspace/drop-place.ts'
import { liveOptions } from '../../../src/renderer/grid/xterm-options.ts'
import { chromeProperties } from '../../../src/renderer/look/style/chrome.ts'
import { having } from './having.ts'

describe('the grid', () => {
  it('xterm.js is set up by fonts, cursor, separators, history', () => {
    const changed = gridOptionsOf(
      having({
        'fonts.priority': ['My "Mono'],
        'fonts.line_height': 1.2,
        'fonts.letter_spacing': 2.4,
        'fonts.weight': 300,
        'fonts.weight_bold': 'normal',
        'fonts.custom_glyphs': false,
        'colors.bold_is_bright': true,
        'colors.minimum_contrast': 3,
        'cursor.style': 'underline',
        'cursor.style_unfocused': 'hidden',
        'mouse.word_separators': ' ',
      }),
    )
    const theme = { foreground: '#010203' }
    expect(liveOptions(changed, theme)).toEqual({
      fontFamily: '"My Mono", "Symbols Nerd Font", "Noto Sans Mono", "Noto Color Emoji", monospace',
      lineHeight: 1.2,
      letterSpacing: 2,
      fontWeight: 300,
      fontWeightBold: 'normal',
      customGlyphs: false,
      drawBoldTextInBrightColors: true,
      minimumContrastRatio: 3,
      screenReaderMode: false,
      cursorStyle: 'underline',
      cursorInactiveStyle: 'none',
      wordSeparator: ' ',
      theme,
    })
  })

  it('what depends on the window too', () => {
    const fonts = ['Noto Sans CJK JP']
    const facts = { ...usualWindow, readerRuns: true, translucent: true, fonts }
    const changed = gridOptionsOf(having({ 'window.padding_x': 1, 'search.wrap': false }), facts)
    expect(changed).toEqual({
      ...gridDefaults,
      search: { ...gridDefaults.search, wrap: false },
      window: { ...gridDefaults.window, padding_x: 1 },
      fallbackFonts: facts.fonts,
      screenReader: true,
      translucent: true,
    })
    expect(
      (['on', 'off'] as const).map(
        (word) => gridOptionsOf(having({ 'ui.screen_reader': word }), facts).screenReader,
      ),
    ).toEqual([true, false])
  })

  it('[shortcuts]', () => {
    const document = (table: object) => ({
      file: 'c',
      table: { shortcuts: table },
      placeOf: () => null,
    })
    const {
      options: { shortcuts },
      problems,
    } = readOptions({
      documents: [
        document({ preset: 'tmux', quit: ['ctrl+alt+q'] }),
        document({ new_tab: ['alt+n'], quti: [] }),
      ],
      before: null,
    })
    expect([
      shortcuts.preset,
      shortcuts.actions.quit,
      shortcuts.actions.new_tab,
      problems.map(({ kind, key }) => [kind, key]),
    ]).toEqual(['tmux', ['ctrl+alt+q'], ['alt+n'], [['unknown_action', 'shortcuts.quti']]])
  })

  it('history_lines and memory_max_mib: the smaller wins', () => {
    const { scrollback } = defaults
    expect([
      historyLines(scrollback, 80),
      historyLines({ ...scrollback, history_lines: 1_000_000 }, 80),
      historyLines({ ...scrollback, memory_max_mib: 1 }, 80),
      historyLines({ ...scrollback, history_lines: 1 }, 1_000),
    ]).toEqual([10_000, 61_680, 963, 1])
  })
})

describe('around the grid', () => {
  it("[colors]: own colors win over the theme, the rest is the theme's", () => {
    const mine = Array.from(
      { length: 16 },
      (_, index) => `#0000${index.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    const colours = ownColours(
      having({
        'colors.preset': 'Nord',
        'colors.preset_light': 'A',
        'colors.preset_dark': 'B',
        'colors.foreground': '#F1F2F380',
        'colors.ansi': mine,
        'colors.selection': '#11223380',
        'colors.tab_bar': '#010203',
        'colors.cursor': '#E5E5E5',
      }),
    )
    expect(colours).toEqual({
      grid: { foreground: '#F1F2F3', cursor: '#E5E5E5FF', selection: '#11223380', ansi: mine },
      chrome: { tab_bar: '#010203FF' },
    })
    expect(ownColours(defaults)).toEqual({ grid: {}, chrome: {} })
    const nord = bundledThemes.find(({ name }) => name === 'Nord') ?? builtInDark
    const { theme, css } = looksOf({ ...nord, ...colours.grid }, colours.chrome)
    expect([theme.background, theme.foreground, css.bar]).toEqual([
      nord.background,
      '#F1F2F3',
      '#010203',
    ])
  })

  it('fonts, widths and times of the chrome', () => {
    expect(
      chromeProperties(
        having({
          'ui.font': 'My "Font',
          'ui.font_size': 20,
          'cursor.blink_ms': 250,
        }),
      ),
    ).toEqual({
      'ui-font': '"My \\"Font", system-ui, sans-serif, "JetBrains Mono"',
      'ui-font-size': '20px',
      'ui-row': '30px',
      blink: '500ms',
      opacity: '100%',
      'unfocused-opacity': '0.75',
    })
  })

  it('confirm_multiline_paste, confirm_large_paste_kib', () => {
    const asked = (options: Options) => {
      const policy = { ...options.clipboard, bracketed: false }
      return ['ls\nls', 'x'.repeat(17 * 1_024)].map((text) => pasteQuestion(text, policy) !== null)
    }
    expect([
      asked(defaults),
      asked(having({ 'clipboard.confirm_multiline_paste': 'never' })),
      asked(having({ 'clipboard.confirm_large_paste_kib': 16 })),
    ]).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ])
  })

  it('position, group_by and sidebar_width, _lines, _collapsed', () => {
    const place = (changed: Readonly<Record<string, unknown>>, x: number, y: number) =>
      dropPlace({ x, y }, { x: 0, y: 0, width: 960, height: 600 }, 4, having(changed))
    expect([
      place({}, 700, 20),
      place({ 'tabs.position': 'bottom' }, 700, 20),
      place({ 'tabs.position': 'bottom' }, 700, 580),
      place({ 'tabs.position': 'left' }, 300, 140),
      place({ 'tabs.position': 'left' }, 200, 140),
      place({ 'tabs.position': 'left', 'tabs.sidebar_width': 400 }, 300, 140),
      place({ 'tabs.position': 'left', 'tabs.sidebar_lines': 2 }, 200, 140),
      place({ 'tabs.position': 'left', 'tabs.group_by': 'project' }, 200, 140),
      place({ 'tabs.position': 'right' }, 900, 140),
      place({ 'tabs.position': 'right', 'tabs.sidebar_collapsed': true }, 900, 30),
      place({ 'tabs.position': 'right', 'tabs.sidebar_collapsed': true }, 940, 56),
    ]).toEqual([3, null, 3, null, 2, 2, 3, 4, 2, null, 2])
  })
})
