/** Each option has a test that it changes what it says. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entries } from '../../../src/core/config/table.ts'
import { root } from '../../tidy/tree.ts'
import { proofs } from './proofs.ts'

/**
 * The text of a test, tables of its cases in front of it included; null: there is none of this
 * name.
 */
function bodyOf(file: string, name: string): string | null {
  const path = join(root, 'test', file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const title = ["'", '`', '"']
    .map((quote) => text.indexOf(`${quote}${name.replaceAll(quote, `\\${quote}`)}${quote},`))
    .find((at) => at >= 0)
  if (title === undefined) return null
  const begin = /(^|\n) *(it|test)(\.(?!step)[a-zA-Z]+)?(<[^\n]*)?\(/g
  const starts = [...text.matchAll(begin)].map(({ index }) => index)
  return text.slice(
    starts.findLast((at) => at < title) ?? 0,
    starts.find((at) => at > title) ?? text.length,
  )
}

/** `stripe_width` in a file, `stripeWidth` in the code that obeys it. */
const spellings = (key: string) => [
  key,
  key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
]

const shown = Object.entries(proofs).flatMap(([where, names]) =>
  names.split(' ').map((name) => ({ where, name })),
)

test('every option has a proof, and every proof an option', () => {
  const names = entries.map(({ name }) => name)
  const proven = shown.map(({ name }) => name)
  expect({
    without: names.filter((name) => !proven.includes(name)),
    unknown: proven.filter((name) => !names.includes(name)),
  }).toEqual({ without: [], unknown: [] })
})

test('each proof is a test, and names the option', () => {
  const wrong = shown.flatMap(({ where, name }) => {
    const [file = '', title = ''] = where.split(' › ')
    // ends of lines in a file that a test writes
    const body = bodyOf(file, title)?.replaceAll('\\n', ' ') ?? null
    if (body === null) return [`${where}: there is no such test`]
    const named = spellings(name.slice(name.indexOf('.') + 1)).some((one) =>
      new RegExp(`\\b${one}\\b`).test(body),
    )
    return named || /^%s changes the window$/.test(title)
      ? []
      : [`${where}: says nothing of ${name}`]
  })
  expect(wrong).toEqual([])
})
