/** The tables of verbs and exit codes, and the pages of docs/reference that are made from them. */
import { readdirSync } from 'node:fs'
import { startWords } from '../../src/cli/verbs/new.ts'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { splitWords } from '../../src/base/text/shell-words.ts'
import { parseArguments } from '../../src/cli/command/main.ts'
import { referencePages } from '../../src/cli/command/reference.ts'
import { allVerbs } from '../../src/cli/verbs/index.ts'
import { optionsOf, type Verb } from '../../src/cli/command/verb.ts'
import { startOptionEntries } from '../../src/core/config/start-options.ts'
import { parseCommandLine } from '../../src/host/command/command-line.ts'
import { emitOptions } from '../../src/protocol/bin/help.ts'
import { root } from '../tidy/tree.ts'

const verbs = await allVerbs()
const folder = join(root, 'docs/reference')
const pages = referencePages(verbs)

test('pages of docs/reference are made from the table', async () => {
  for (const [path, text] of Object.entries(pages))
    await expect(text).toMatchFileSnapshot(join(folder, path))
  const written = readdirSync(join(folder, 'command-line')).map((name) => `command-line/${name}`)
  expect([...written, 'exit-codes.md'].sort()).toEqual(Object.keys(pages).sort())
})

/** Returns the arguments of each call of vibeflow in an example. */
function callsIn(command: string): readonly (readonly string[])[] {
  return [...command.matchAll(/\bvibeflow( [^|;&)]*)/g)].map(([, rest = '']) => {
    const words = splitWords(rest.replace(/ -- vibeflow mcp$/, '').replace(/'$/, ''))
    expect(words, command).not.toBeNull()
    return words ?? []
  })
}

describe.each(verbs)('vibeflow $name', (verb) => {
  const { name, summary, description, subcommands = {}, examples, exits } = verb

  test('has an imperative summary, and sentences for everything else', () => {
    expect(summary).toMatch(/^[A-Z][a-z]*[a-rt-z],? .*\.$/)
    for (const text of [
      ...description,
      ...Object.values(subcommands),
      ...Object.values(optionsOf(verb)).map((option) => option.text.replace(/^[a-z]+: /, '')),
      ...examples.map(([, said]) => said),
      ...Object.values(exits),
    ])
      expect(text).toMatch(/^(?:[A-Z]|vibeflow ).*[.)]$/s)
  })

  test('has exit codes, and examples that its options accept', () => {
    expect(Object.keys(exits).length).toBeGreaterThan(1)
    expect(examples.length).toBeGreaterThan(1)
    for (const [command] of examples) expect(callsOf(verb, command), command).not.toBe(0)
  })

  test('has a line of usage for each subcommand', () => {
    const first = verb.words.split(' | ').map((words) => words.split(' ')[0])
    if (verb.subcommands !== undefined) expect(first).toEqual(Object.keys(subcommands))
    expect(pages[`command-line/${name}.md`]).toContain(`\nvibeflow ${name}`)
  })
})

/** Parses the calls of a verb in an example, and returns their number. */
function callsOf(verb: Verb, command: string): number {
  let calls = 0
  for (const [name, ...words] of callsIn(command)) {
    if (name !== verb.name) continue
    calls += 1
    parseArguments(verb, words)
    if (verb.raw === true)
      expect(parseCommandLine(startWords(words).words, { directory: '/', version: '1' }).kind).toBe(
        'run',
      )
  }
  return command.startsWith('claude mcp add') || command.startsWith('alias ') ? 1 : calls
}

test('texts of start options and vibeflow-emit are sentences', () => {
  for (const [, { text }] of startOptionEntries()) expect(text).toMatch(/^[A-Z].*[.)]$/s)
  for (const [, text] of emitOptions) expect(text).toMatch(/^[A-Z].*[.)]$/s)
})
