/** The checks of one page of the documentation: words, sentences, sections and Markdown. */
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import { lint } from 'markdownlint-cli2/markdownlint/promise'
import wordCount from 'textlint-rule-en-max-word-count'
import commas from 'textlint-rule-max-comma'
import prh from 'textlint-rule-prh'
import type { SourceFile } from '../parse.ts'
import { wordListFor, type Audience } from './word-list.ts'

/** One place that a check does not accept. */
export interface Finding {
  /** The check's name in the baseline. */
  readonly kind: string
  readonly line: number
  readonly found: string
  readonly expected: string
}

const sentenceWordsMax = 30
const commasMax = 4
const sectionWordsMax = 300
const cellWordsMax = 40
/** Most lines of a guide, so that it can be read in one sitting. */
const guideLinesMax = 120

/** A package of CommonJS comes with or without its `default`, by who imports it. */
const own = <T>(imported: T): T => (imported as { default?: T }).default ?? imported

const kernel = new TextlintKernel()

export async function checkDocument(
  { path, text }: SourceFile,
  audience: Audience,
): Promise<readonly Finding[]> {
  const [language, structure] = await Promise.all([
    checkLanguage(text, audience),
    checkMarkdown(path, text),
  ])
  const lines = text.split('\n').length - 1
  const tooLong = /^docs\/guides\//.test(path) && lines > guideLinesMax
  return [
    ...language,
    ...structure,
    ...checkSizes(text),
    ...(tooLong
      ? [finding('length', guideLinesMax, `${lines} lines`, `at most ${guideLinesMax}: split it`)]
      : []),
  ]
}

const finding = (kind: string, line: number, found: string, expected: string): Finding => ({
  kind,
  line,
  found,
  expected,
})

async function checkLanguage(text: string, audience: Audience): Promise<Finding[]> {
  const all = { checkLink: true, checkBlockQuote: true, checkEmphasis: true }
  const { messages } = await kernel.lintText(text, {
    ext: '.md',
    plugins: [{ pluginId: 'markdown', plugin: own(markdown) }],
    rules: [
      {
        ruleId: 'words',
        rule: own(prh),
        options: { ruleContents: [wordListFor(audience)], ...all },
      },
      { ruleId: 'sentences', rule: own(wordCount), options: { max: sentenceWordsMax } },
      ...(audience === 'guides'
        ? [{ ruleId: 'commas', rule: own(commas), options: { max: commasMax } }]
        : []),
    ],
  })
  return messages.map(({ ruleId, message, loc }) => {
    const { line } = loc.start
    if (ruleId === 'sentences')
      return finding(ruleId, line, 'long sentence', `at most ${sentenceWordsMax} words`)
    if (ruleId === 'commas')
      return finding(ruleId, line, 'many commas', `at most ${commasMax} in a sentence`)
    const [found = '', expected = ''] = message.replace(/\s+/g, ' ').split(' => ')
    return finding(ruleId, line, found.trim(), expected)
  })
}

async function checkMarkdown(path: string, text: string): Promise<Finding[]> {
  const results = await lint({
    strings: { [path]: text },
    config: {
      default: false,
      MD001: true,
      MD022: true,
      MD023: true,
      MD024: { siblings_only: true },
      MD025: true,
      MD040: true,
      MD045: true,
      MD051: true,
    },
  })
  return (results[path] ?? []).map(({ lineNumber, ruleNames, ruleDescription, errorDetail }) =>
    finding('markdown', lineNumber, ruleNames.join('/'), errorDetail || ruleDescription),
  )
}

/** The words below one heading, without tables and code, and the words of a cell of a table. */
function checkSizes(text: string): Finding[] {
  const found: Finding[] = []
  let section = { line: 1, heading: 'the beginning', words: 0 }
  const end = () => {
    if (section.words > sectionWordsMax)
      found.push(
        finding(
          'sections',
          section.line,
          `${section.words} words below "${section.heading}"`,
          `at most ${sectionWordsMax}: add headings, or delete`,
        ),
      )
  }
  for (const [index, line] of withoutBlocks(text).split('\n').entries()) {
    const heading = /^#+ (.*)$/.exec(line)?.[1]
    if (heading !== undefined) {
      end()
      section = { line: index + 1, heading, words: 0 }
    } else if (line.startsWith('|')) {
      const longest = Math.max(...line.split(/(?<!\\)\|/).map(wordsIn))
      if (longest > cellWordsMax)
        found.push(
          finding('cells', index + 1, `${longest} words in a cell`, `at most ${cellWordsMax}`),
        )
    } else section.words += wordsIn(line)
  }
  end()
  return found
}

/** The same lines without blocks of code and comments. */
export function withoutBlocks(text: string): string {
  return text.replace(/^( *)(```|~~~)[^]*?^ *\2|<!--[^]*?-->/gm, (block) =>
    block.replace(/[^\n]+/g, ''),
  )
}

export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}][^\s|]*/gu)?.length ?? 0
}
