/** How well a text fits, and what the palette shows first. */
import { describe, expect, test } from 'vitest'
import { actionNames, actionTable } from '../../../src/core/config/keys/actions.ts'
import {
  fuzzyFit as fitWords,
  prepare,
  wordsOf,
} from '../../../src/renderer/features/palette/fuzzy.ts'
import {
  Ranker,
  recentMax,
  used,
  type Candidate,
} from '../../../src/renderer/features/palette/rank.ts'

const fit = (query: string, text: string) => fitWords(wordsOf(query), prepare(text))
const rank = (items: readonly Candidate[], query: string, recent: readonly string[]) =>
  new Ranker(items).rank(query, recent)

const shown = (query: string, text: string): string | null => {
  const found = fit(query, text)
  return found === null
    ? null
    : text
        .split('')
        .map((unit, at) => (found.at.includes(at) ? unit.toUpperCase() : unit.toLowerCase()))
        .join('')
}

describe('fit', () => {
  test.each<[string, string, string | null]>([
    ['', 'move left', 'move left'],
    ['move', 'move left', 'MOVE left'],
    ['left', 'move left', 'move LEFT'],
    ['ml', 'move left', 'Move Left'],
    ['mole', 'move left', 'MOve LEft'],
    ['eft', 'move left', 'move lEFT'],
    ['mf', 'move left', 'Move leFt'],
    ['left move', 'move left', 'MOVE LEFT'],
    ['tm', 'move left', null],
    ['moved', 'move left', null],
  ])('%o in %o', (query, text, expected) => {
    expect(shown(query, text)).toBe(expected)
  })

  test('an uppercase letter starts a word, and offsets fit where lowercase is longer', () => {
    expect([
      fit('osp', 'openSplitPane')?.at,
      fit('bul', 'İstanbul')?.at,
      fit('STRA', 'Straße')?.at,
    ]).toEqual([
      [0, 4, 5],
      [5, 6, 7],
      [0, 1, 2, 3],
    ])
  })

  test('start of word before run before scattered', () => {
    const texts = ['xx tab yy', 'tab first', 'a stable one', 'the arab', 'to a b']
    const order = texts
      .map((text) => ({ text, score: fit('tab', text)?.score ?? -1 }))
      .sort((one, other) => other.score - one.score)
      .map(({ text }) => text)
    expect(order).toEqual(['tab first', 'xx tab yy', 'to a b', 'a stable one', 'the arab'])
  })

  test('is quick with hostile texts', () => {
    const text = 'a b'.repeat(2_000)
    const steps = counted(() => fit('ab'.repeat(2_000), text))
    expect(steps).toBeLessThan(200)
  })
})

/** Milliseconds of processor time: the machine may be busy, the work is not more for it. */
function counted(act: () => unknown): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const item = (prefix: string, text: string, more = ''): Candidate => ({
  id: `${prefix}${text}`,
  prefix,
  text,
  more,
})
const names = (items: readonly { readonly item: Candidate }[]) =>
  items.map(({ item: { id } }) => id)

describe('rank', () => {
  const items = [
    item('>', 'New tab'),
    item('>', 'Close tab'),
    item('>', 'Copy mode'),
    item('@', 'copy of api', 'api needs you'),
    item('@', 'tests', 'web working'),
    item('#', 'Copper'),
  ]

  test.each<[string, string, readonly string[], readonly string[]]>([
    [
      'nothing typed: recent first, then as they come',
      '',
      ['@tests', '>Close tab', '>gone'],
      ['@tests', '>Close tab', '>New tab', '>Copy mode', '@copy of api', '#Copper'],
    ],
    ['actions only', '>', [], ['>New tab', '>Close tab', '>Copy mode']],
    ['tabs only', '@', [], ['@copy of api', '@tests']],
    ['themes only', '#cop', [], ['#Copper']],
    ['a kind and a word', '@ copy', [], ['@copy of api']],
    ['a state', 'needs', [], ['@copy of api']],
    ['by fit', 'cop', [], ['#Copper', '>Copy mode', '@copy of api']],
    [
      'what was used lately wins among fits of one kind',
      'cop',
      ['>Copy mode'],
      ['>Copy mode', '#Copper', '@copy of api'],
    ],
    ['but not over a better kind of fit', 'tab', ['@tests'], ['>New tab', '>Close tab']],
    ['nothing', 'zebra', [], []],
  ])('%s', (_name, query, recent, expected) => {
    expect(names(rank(items, query, recent))).toEqual(expected)
  })

  test('scattered letters fit only where nothing fits better', () => {
    const both = [item('>', 'Split right'), item('>', 'Save options in lists')]
    expect(names(rank(both, 'split', []))).toEqual(['>Split right'])
    expect(names(rank(both.slice(1), 'split', []))).toEqual(['>Save options in lists'])
  })

  test('the preferred one of equal matches is first', () => {
    const both = [item('>', 'Next theme'), { ...item('>', 'Choose theme'), likely: true }]
    expect(names(rank(both, 'theme', []))).toEqual(['>Choose theme', '>Next theme'])
    expect(names(rank(both, 'next', []))).toEqual(['>Next theme'])
    expect(names(rank(both, '', []))).toEqual(['>Next theme', '>Choose theme'])
  })

  test('labels with the typed words together come before labels with the words apart', () => {
    const both = [item('>', 'Move divider right', 'pane'), item('>', 'Move pane to its own tab')]
    const recent = ['>Move divider right']
    expect(names(rank(both, 'move pane', recent))).toEqual([
      '>Move pane to its own tab',
      '>Move divider right',
    ])
    const unseen = [item('>', 'Close', 'tab close_tab'), item('>', 'Close tab with all panes')]
    expect(names(rank(unseen, 'move', []))).toEqual([])
    expect(names(rank([{ ...unseen[0]!, likely: true }, unseen[1]!], 'close tab', []))).toEqual([
      '>Close',
      '>Close tab with all panes',
    ])
  })

  test('only letters of the title are highlighted', () => {
    expect(rank([item('@', 'api', 'web working')], 'api work', [])[0]?.at).toEqual([0, 1, 2])
  })

  test('run actions are remembered, newest first, up to a limit', () => {
    let recent: readonly string[] = []
    for (let index = 0; index < 100; index += 1) recent = used(recent, String(index % 30))
    expect([recent.length, recent[0], new Set(recent).size]).toEqual([recentMax, '9', recentMax])
  })

  // Some 5 ms a key on a quiet machine.
  test('a key with 1 000 tabs costs little', () => {
    const many = [
      ...actionNames.map((name) => item('>', actionTable[name].label, name)),
      ...Array.from({ length: 1_000 }, (_, index) =>
        item(
          '@',
          `claude - project ${index} - a rather long title of a tab`,
          `project-${index} · needs you: permission · 3 min ~/src/project-${index}`,
        ),
      ),
    ]
    const ranker = new Ranker(many)
    const median = () =>
      [...'permission 99']
        .map((_, index) => counted(() => ranker.rank('permission 99'.slice(0, index + 1), [])))
        .sort((one, other) => one - other)[6] ?? Infinity
    // the best of three: what is shared with others costs more
    expect(Math.min(median(), median(), median())).toBeLessThan(80)
  })
})
