import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { RECORDED_ONLY } from '../../src/electron-shim/api/recorded.ts'
import { apiTable } from './api-table.ts'

const source = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')
const types = `${source('src/main/electron.ts')}\n${source('src/preload/electron.ts')}`

/** Names that an interface of the two doors lists: in its Picks and in its own lines. */
function listed(name: string): string[] {
  const start = types.search(new RegExp(`^export interface ${name}\\b`, 'm'))
  if (start < 0) return []
  const text = types.slice(start)
  const open = text.search(/\{(\}| |\n)/)
  const own = text[open + 1] === '}' ? '' : text.slice(open + 1, closing(text, open))
  const picks = [...text.slice(0, open).matchAll(/'([^']+)'/g)].map(([, one]) => one ?? '')
  const fields = [...own.matchAll(/(?:^|\n|, | )\s*(?:readonly )?'?([\w-]+)'?\??(?:\(|:)/g)].map(
    ([, one]) => one ?? '',
  )
  return [...picks, ...fields]
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}

/** Names under which electron.ts exports a class's static functions, and its events. */
const staticsOf = (name: string) => listed(`${name}Class`)
const eventsOf = (name: string) =>
  listed(`${name === 'app' ? 'App' : name === 'MessagePortMain' ? 'MessagePort' : name}Events`)

describe("the API table, main's types and the shim agree", () => {
  for (const [name, entry] of Object.entries(apiTable)) {
    test(`${name}: every entry of the table is in the types by which the app uses Electron`, () => {
      const members =
        name === 'app'
          ? listed('App')
          : [...listed(name), ...(name === 'Clipboard' ? listed('Selection') : [])]
      expect((entry.methods ?? []).filter((one) => !members.includes(one))).toEqual([])
      expect((entry.statics ?? []).filter((one) => !staticsOf(name).includes(one))).toEqual([])
      expect((entry.events ?? []).filter((one) => !eventsOf(name).includes(one))).toEqual([])
    })
  }

  // That the shim has them all, rightly typed, is `satisfies` in src/electron-shim/electron.ts: the
  // type check is that test.
  test('the shim is checked against these types', () => {
    expect(source('src/electron-shim/electron.ts')).toMatch(/satisfies Main\n$/)
    expect(source('src/electron-shim/page/isolated-world.ts')).toContain(
      'const electron: PreloadElectron',
    )
  })

  test('an entry that is only recorded is named once, and printed', () => {
    console.log(`shim, recorded only: ${RECORDED_ONLY.join(', ')}`)
    expect([...new Set(RECORDED_ONLY)]).toEqual(RECORDED_ONLY)
  })
})
