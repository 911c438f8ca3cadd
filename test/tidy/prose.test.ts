/** Texts and commit messages follow docs/contributing/style.md. */
import { describe, expect, test } from 'vitest'
import { countsOf, fallsBelow, readBaseline, risesAbove, writeCommand } from './prose/baseline.ts'
import { checkAll } from './prose/check.ts'
import { newSubjects, subjectProblems } from './prose/commits.ts'
import { checkDocument } from './prose/documents.ts'
import { labelProblems } from './prose/labels.ts'
import { lineIn, passagesOf } from './prose/passages.ts'
import { findWords } from './prose/word-list.ts'

describe('the tree', () => {
  test('has no more findings in any file than the baseline', async () => {
    expect(risesAbove(readBaseline(), await checkAll())).toEqual([])
  })

  test('has no fewer findings than the baseline', async () => {
    const message = `The counts have fallen: run \`${writeCommand}\`.`
    expect(fallsBelow(readBaseline(), await checkAll()), message).toEqual([])
  })

  test('has new commits with subjects in the form "area: imperative summary"', () => {
    const problems = newSubjects().map((subject) => ({ subject, is: subjectProblems(subject) }))
    expect(problems.filter(({ is }) => is.length > 0)).toEqual([])
  })
})

describe('passages', () => {
  const passages = (text: string, path = 'src/core/a.tsx') =>
    passagesOf({ path, text }).map((one) => [one.kind, one.text.trim()])

  test('are strings, joined ones as one, with values hidden', () => {
    expect(passages("say('a tab ' + name + `is ${no} file`)")).toEqual([
      ['strings', 'a tab ·is · file'],
    ])
  })

  test('are texts of elements, but not names of classes', () => {
    expect(passages('const a = <p class="two words">Close the tab</p>')).toEqual([
      ['strings', 'Close the tab'],
    ])
  })

  test('are comments without code, consecutive lines as one', () => {
    expect(passages('// Returns `x`\n// twice.\nconst a = 1')).toEqual([
      ['comments', 'Returns ···\n   twice.'],
    ])
  })

  test('are titles in tests, and no other strings', () => {
    const text = "test.each(table)('opens a tab', () => expect('two words').toBe(1))"
    expect(passages(text, 'test/a.test.ts')).toEqual([['titles', 'opens a tab']])
  })

  test('have the lines of their parts', () => {
    const [passage] = passagesOf({ path: 'src/a.ts', text: "f(\n  'a tab ' +\n    'is here')" })
    expect(passage && lineIn(passage, passage.text.indexOf('here'))).toBe(3)
  })
})

describe('the word list', () => {
  const words = (text: string) => findWords(text, 'ui').map(({ found }) => found)

  test.each([
    ['The state is said once.', ['said']],
    ['The key stands in the file.', ['stands']],
    ['The text behind the state', ['behind']],
    ['It applies at\nonce.', ['at once']],
    ['This is no file.', ['is no file']],
    ['See docs/emit.md.', ['docs/emit.md']],
    ['The colour is grey.', ['colour', 'grey']],
  ])('finds in %j: %j', (text, found) => {
    expect(words(text)).toEqual(found)
  })

  test.each([
    'There is no sidebar.',
    'It is no longer shown.',
    'For several agents at once',
    'An image behind the text',
    'It stands for a value.',
    'One blank cell',
    'It leaves no file behind.',
  ])('accepts %j', (text) => {
    expect(words(text)).toEqual([])
  })
})

test('pages have findings of each kind', async () => {
  const sentence = `${'word '.repeat(31)}end.`
  const text = [
    '# Title',
    '',
    `${'One, two, three, four, five, six.'} ${sentence} The tab stands.`,
    '### Deep',
    `| a | ${'word '.repeat(41)} |`,
    '',
    'Many words. '.repeat(151),
    '',
    '```',
    'It stands.',
    '```',
    '',
    ...Array(120).fill(''),
  ].join('\n')
  const findings = await checkDocument({ path: 'docs/guides/a.md', text }, 'guides')
  const kinds = new Set(findings.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual([
    ...['cells', 'commas', 'length', 'markdown', 'sections', 'sentences', 'words'],
  ])
  expect(findings.filter(({ kind }) => kind === 'words')).toEqual([
    { kind: 'words', line: 3, found: 'stands', expected: 'is / appears' },
  ])
})

describe('the baseline', () => {
  const finding = { kind: 'words', line: 3, found: 'anew', expected: 'again' }
  const file = (path: string, count: number) => ({ path, findings: Array(count).fill(finding) })

  test('refuses a rise with the line, the word and a suggestion', () => {
    const [first, second] = risesAbove({ 'a.md': { words: 1 } }, [file('a.md', 2)])
    expect(first).toBe('a.md: 2 findings of kind "words", 1 more than allowed:')
    expect(second).toBe('  a.md:3: anew → again')
  })

  test('starts new files at 0', () => {
    expect(risesAbove({ 'a.md': { words: 1 } }, [file('a.md', 1), file('b.md', 1)])).toHaveLength(2)
  })

  test('allows new files the findings of removed files', () => {
    const before = { 'a.md': { words: 2 } }
    expect(risesAbove(before, [file('b.md', 1), file('c.md', 1)])).toEqual([])
    expect(risesAbove(before, [file('b.md', 3)])).not.toEqual([])
  })

  test('reports a fall', () => {
    expect(fallsBelow({ 'a.md': { words: 2 } }, [file('a.md', 1)])).toEqual([
      'a.md: 1 of 2 "words"',
    ])
    expect(countsOf([file('a.md', 1), file('b.md', 0)])).toEqual({ 'a.md': { words: 1 } })
  })
})

test.each([
  ['docs: move the guides', 0],
  ['test/tidy: check the words of commits', 0],
  ["Merge branch 'main'", 0],
  ['Say it plainly', 1],
  ['tabs: say what is closed', 1],
  ['tabs: closed the last one', 1],
  ['tabs: fix the title.', 1],
  [`tabs: fix ${'x'.repeat(70)}`, 1],
])('the subject %j has %i problems', (subject, count) => {
  expect(subjectProblems(subject)).toHaveLength(count)
})

test.each([
  ['close_tab', 'Close tab', 0],
  ['close_tab', 'The tab', 1],
  ['rename_tab', 'Rename tab', 1],
  ['rename_tab', 'Rename tab…', 0],
  ['settings', 'Open settings', 0],
  ['close_tab', 'Close tab and everything that is in it', 1],
])('the action %s with the label %j has %i problems', (name, label, count) => {
  expect(labelProblems(name, label)).toHaveLength(count)
})
