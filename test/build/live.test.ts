/** Tests the evaluation of a run by `npm run live`: bounds, wrong states, and the table. */
import { describe, expect, it } from 'vitest'
import { Alarms, measure, type Marks, type Shown } from '../live/measure.ts'
import { inTab, inTmux, isAllRight, tableOf, withTable } from '../live/report.ts'
import { secondTask, startStandIn } from '../live/model-server.ts'

const marks: Marks = {
  command: 500,
  prompt: 2_000,
  typing: 8_000,
  submit: 9_000,
  dialog: 15_000,
  approve: 20_000,
  approved: 20_050,
  end: 23_000,
  typingAgain: 28_000,
  submitAgain: 29_000,
  interrupt: 35_000,
  quit: 41_000,
  left: 41_500,
}

type Step = readonly [at: number, state: Shown['state'], kind?: string]
const good: readonly Step[] = [
  [600, 'working'],
  [2_100, 'idle'],
  [9_100, 'working'],
  [15_200, 'waiting', 'permission'],
  [20_100, 'working'],
  [23_400, 'waiting', 'other'],
  [29_200, 'working'],
  [35_500, 'idle'],
]
const shown = (steps: readonly Step[]): readonly Shown[] =>
  [...steps]
    .sort(([a], [b]) => a - b)
    .map(([at, state, kind]) => ({ at, state, kind, front: 'one', source: 'screen' }))
const flawsOf = (...more: readonly Step[]) => measure(shown([...good, ...more]), marks).flaws

describe('the measure', () => {
  it('measures each time from an event to the state shown for it', () => {
    expect(measure(shown(good), marks)).toEqual({
      cells: {
        named: 100,
        rest: 100,
        submit: 200, // the slower of two
        dialog: 200,
        approve: 50,
        end: 400,
        interrupt: 500,
        quit: 0,
      },
      flaws: [],
    })
  })

  it('counts a state that was already shown as immediate', () => {
    const early: readonly Step[] = [...good, [14_900, 'waiting', 'permission']]
    expect(measure(shown(early), marks).cells.dialog).toBe(0)
  })

  it('reports "never" where a state did not come', () => {
    const question = good.map(
      (step): Step => (step[2] === 'permission' ? [15_200, 'waiting', 'question'] : step),
    )
    const { cells, flaws } = measure(shown(question), marks)
    expect([cells.dialog, flaws]).toEqual([null, []])
  })

  it.each([
    [
      'amber while it loads',
      [
        [700, 'waiting', 'other'],
        [800, 'working'],
      ],
      'waiting: other for 0.10 s while it loads',
    ],
    [
      'work while you type',
      [
        [8_200, 'working'],
        [8_300, 'idle'],
      ],
      'working for 0.10 s while you type',
    ],
    [
      'idle in the gap',
      [
        [12_000, 'idle'],
        [12_500, 'working'],
      ],
      'idle for 0.50 s at work',
    ],
    ['a dialog forgotten', [[16_000, 'working']], 'working for 4.0 s over its dialog'],
    [
      'work after the end',
      [
        [25_000, 'working'],
        [25_100, 'idle'],
      ],
      'working for 0.10 s after the end',
    ],
    [
      'blue on quitting',
      [
        [41_200, 'working'],
        [41_600, 'idle'],
      ],
      'working for 0.30 s on quitting',
    ],
  ] as const)('names %s', (_, steps, flaw) => {
    expect(flawsOf(...steps)).toEqual([flaw])
  })

  it('accepts a report shortly before the screen that it is about', () => {
    expect(flawsOf([14_800, 'waiting', 'permission'])).toEqual([])
    expect(flawsOf([14_000, 'waiting', 'permission'])).toEqual([
      'waiting: permission for 1.0 s at work',
    ])
  })

  it('ignores a state of 60 ms', () => {
    expect(flawsOf([12_000, 'idle'], [12_060, 'working'])).toEqual([])
  })
})

describe('the table', () => {
  const right = {
    id: 'one',
    name: 'One',
    version: '1.2.3',
    sources: ['title', 'screen'],
    row: measure(shown(good), marks),
    load: 3,
  }
  const late = { ...right, row: measure(shown(good), { ...marks, end: 22_000 }) }
  const none = { ...right, name: 'None', version: null, row: { problem: 'it is not\nthere' } }

  it('marks times over their bound, and names agents that could not be measured', () => {
    const table = tableOf([right, late, none], '2026-11-23', inTab)
    const [first, second] = table.split('\n').filter((line) => line.startsWith('| One'))
    expect(first).toBe(
      '| One 1.2.3 | title, screen | 0.10 | 0.10 | 0.20 | 0.20 | 0.05 | 0.40 | 0.50 | 0.00 | - ' +
        '| 2026-11-23, 3 |',
    )
    expect(second).toContain('| **1.4** |')
    expect(table).toContain('* None: it is not there')
    expect([right, late, none].map((one) => isAllRight(one, inTab))).toEqual([true, false, false])
    const little = { ...right, row: measure(shown(good), { ...marks, end: 22_300 }) } // 1.1 s
    expect([inTab, inTmux].map((place) => isAllRight(little, place))).toEqual([false, true])
  })

  it('takes over the rows of agents that were not measured', () => {
    const old = { ...right, version: '1.0.0' }
    const other = { ...right, name: 'Other' }
    const first = tableOf([right, old, other, none], '2026-11-23', inTab)
    const newer = { ...right, version: '1.2.4' }
    const found = { ...right, name: 'None', version: '2.0.0' }
    const next = tableOf([newer, old, found], '2026-11-24', inTab, `before\n${first}\nafter`)
    const rows = next.split('\n').filter((line) => /^\| .*, 3 \|$/.test(line))
    expect(rows.map((row) => [row.split(' | ', 1)[0], row.slice(-15, -2)])).toEqual([
      ['| One 1.2.4', '2026-11-24, 3'],
      ['| One 1.0.0', '2026-11-24, 3'],
      ['| Other 1.2.3', '2026-11-23, 3'],
      ['| None 2.0.0', '2026-11-24, 3'],
    ])
    expect(next).not.toContain('Not measured')
    const lost = tableOf([{ ...none, name: 'Other' }], '2026-11-25', inTab, next)
    expect(lost).toContain('* Other: it is not there')
    expect(lost).not.toContain('| Other')
  })

  it('is written between its marks, and nowhere else', () => {
    const table = tableOf([right], '2026-11-23', inTab)
    const document = `before\n${inTab.begin}\nold\n${inTab.end}\nafter`
    expect(withTable(document, table, inTab)).toBe(`before\n${table}\nafter`)
    expect(withTable(withTable(document, table, inTab), table, inTab)).toBe(
      `before\n${table}\nafter`,
    )
    expect(() => withTable('no place', table, inTmux)).toThrow(/there is no/)
  })
})

describe('the fake model server', () => {
  const ask = async (path: string, body: object, withinMs = 2_000) => {
    const server = await startStandIn('touch it', { thinkMs: 5, endMs: 5 })
    try {
      const response = await fetch(`${server.address}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(withinMs),
      })
      return await response.text()
    } finally {
      server.close()
    }
  }
  const tools = [{ name: 'Bash', input_schema: { properties: { command: {} } } }]
  const named = [{ type: 'function', function: { name: 'bash', parameters: {} } }]

  it.each([
    ['/v1/messages', { tools, messages: [] }],
    ['/v1/chat/completions', { tools: named, messages: [] }],
    ['/v1/responses', { tools: [{ name: 'shell' }], input: [] }],
    [
      '/m:streamGenerateContent',
      { tools: [{ functionDeclarations: [{ name: 'run_shell_command' }] }] },
    ],
  ])('asks for the command in the form of %s', async (path, body) => {
    for (const stream of [true, false])
      expect(await ask(path, { ...body, stream })).toContain('touch it')
  })

  it("ends when the command's output came, and answers a side question immediately", async () => {
    const messages = [{ role: 'tool', content: '' }]
    expect(await ask('/v1/chat/completions', { tools: named, messages })).toContain('is there')
    expect(await ask('/v1/messages', { messages: [] })).toContain('Make a file')
  })

  it('never answers the second task', async () => {
    const messages = [{ role: 'user', content: secondTask }]
    await expect(ask('/v1/chat/completions', { tools: named, messages }, 300)).rejects.toThrow()
  })
})

describe('false alarms', () => {
  const one = (source: string, kind = 'permission'): Shown => ({
    ...{ at: 0, state: 'waiting', kind, front: 'one', source },
  })
  /** The tab needs its user from 2 s to `to`. A dialog is shown from `from`. */
  const alarms = (shown: Shown, { to, from }: { readonly to: number; readonly from: number }) => {
    const found = new Alarms(0)
    const all = [found.end(0, false)]
    for (let now = 0; now < 9_000; now += 100) {
      const tab = now >= 2_000 && now < to ? shown : undefined
      all.push(found.look(tab, { now, isDialog: now >= from, screen: '' }))
    }
    return [...all, found.end(9_000, true)].filter((alarm) => alarm !== null).length
  }

  it.each([
    ['a report before its dialog', one('osc7501'), { to: 9_000, from: 2_300 }, 0],
    ['a report long before its dialog', one('osc7501'), { to: 9_000, from: 2_700 }, 1],
    ['a report without a dialog', one('osc7501'), { to: 2_300, from: 9_000 }, 1],
    ['a guess before a dialog', one('screen'), { to: 9_000, from: 2_300 }, 1],
    ['a turn of the user before a dialog', one('osc7501', 'other'), { to: 9_000, from: 2_300 }, 1],
    ['a dialog that the tab shows', one('screen'), { to: 9_000, from: 1_900 }, 0],
    ['an alarm until the end', one('silence', 'other'), { to: 9_000, from: 9_000 }, 1],
  ])('%s', (_, shown, times, count) => {
    expect(alarms(shown, times)).toBe(count)
  })
})
