/** The result of esctest2 as a table of docs/contributing/reports/terminal-suites.md. Pure. */

export const esctestBegin = '<!-- esctest2: written by npm run conformance -- --esctest -->'
export const esctestEnd = '<!-- the end of esctest2 -->'

export interface SuiteResult {
  readonly passed: readonly string[]
  /** The other tests, with the reason if the suite expects xterm to fail. */
  readonly failed: ReadonlyMap<string, string | null>
}

/** Reads a log of the suite. */
export function resultOf(log: string): SuiteResult {
  const passed: string[] = []
  const failed = new Map<string, string | null>()
  const [, ...parts] = log.split(/^Run test: (?=\S+$)/m)
  for (const part of parts) {
    const [test = ''] = part.split('\n', 1)
    const name = test.replace(/^\w+\.test_/, '')
    const body = part.slice(test.length + 1)
    if (/^Passed\.$/m.test(body)) passed.push(name)
    else failed.set(name, /^Fails as expected: (.*)$/m.exec(body)?.[1] ?? null)
  }
  return { passed, failed }
}

const size = 'The user controls the size and the window.'

/** Why vibeflow does not pass a test that the suite does not expect to fail. */
const reasons: readonly (readonly [tests: RegExp, reason: string])[] = [
  [
    /^Change\w*Color_(CIE|TekHVC)/,
    'The color spaces of Xlib come from the table of one monitor (vt.md) and are not known.',
  ],
  [/^Change\w*Color_RGBI$/, '`rgbi:` is linear sRGB (vt.md). Xlib has the table of one monitor.'],
  [/^XtermWinops_/, size],
  [/^DECSET_(DECCOLM|Allow80To132)$|^RIS_ResetDECCOLM$|^DECRQM_DEC_DECCOLM$/, size],
  [/^DECRQSS_(DECSNLS|DECSLPP)$/, size],
  [/^SMTitle_/, 'Titles are text. They are never hexadecimal digits.'],
  [/^DA2?_/, 'vibeflow reports a VT220 with extensions. The suite expects a VT525.'],
  [/^DECRQM_ANSI_KAM$/, 'A program cannot lock the keyboard.'],
  [/^DECRQM_ANSI_SRM$/, 'The terminal never echoes keys by itself.'],
  [/^DECRQM_DEC_DECNRCM$/, 'National character sets can always be selected, as in xterm.js.'],
  [/^DECRQM_DEC_DECPF?E?[FX]$/, 'There is no printer.'],
  [/^DECRQM_DEC_DECHEBM$/, 'The layout of the keyboard belongs to the desktop.'],
  [/^DECRQM_DEC_DEC(SCLM|HCCM)$/, 'Output never waits for scrolling, and all columns are visible.'],
  [/^ManipulateSelectionData_default$/, 'A program cannot read the clipboard.'],
  [
    /^BS_InitialReverseWraparound$/,
    'Mode 45 is that of xterm 379, which moves to any row above. xterm changed it in 383.',
  ],
]

export function esctestTable(ours: SuiteResult, theirs: SuiteResult | null, date: string): string {
  const rows = new Map<string, string[]>()
  for (const [name, expected] of ours.failed) {
    const reason =
      expected !== null
        ? `The suite expects xterm to fail: ${expected.replace(/\.?$/, '.')}`
        : (reasons.find(([tests]) => tests.test(name))?.[1] ?? 'not explained')
    rows.set(reason, [...(rows.get(reason) ?? []), `\`${name}\``])
  }
  const count = ours.passed.length + ours.failed.size
  const both = theirs?.passed.filter((name) => ours.passed.includes(name)).length
  return [
    esctestBegin,
    '',
    `Run on ${date}: **vibeflow passes ${ours.passed.length} of ${count} tests.**` +
      (theirs === null
        ? ''
        : ` xterm passes ${theirs.passed.length}, of which vibeflow passes ${both}.`),
    '',
    '| number | tests that vibeflow does not pass | reason |',
    '|---|---|---|',
    ...[...rows].map(
      ([reason, names]) =>
        `| ${names.length} | ${names.toSorted().join(', ')} | ${reason.replaceAll('|', '\\|')} |`,
    ),
    '',
    esctestEnd,
  ].join('\n')
}
