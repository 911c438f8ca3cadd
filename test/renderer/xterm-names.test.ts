/** Finds the internal names of xterm.js that an update of it has removed. */
import { globSync, readFileSync } from 'node:fs'
import xterm from '@xterm/headless'
import { describe, expect, test } from 'vitest'
import {
  checkNames,
  coreOf,
  domNames,
  methodNames,
  openedNames,
  readerNames,
  sizedNames,
  webglNames,
} from '../../src/renderer/grid/xterm-names.ts'

/** Without the names that every object has. */
const bare = () => Object.create(null) as Record<string, unknown>

/** An object that has all of these names; but one, or with something else under it. */
function having(
  names: Readonly<Record<string, string>>,
  without: string | null,
  instead: unknown,
): object {
  const root = bare()
  const samples: Readonly<Record<string, unknown>> = {
    function: () => undefined,
    number: 1,
    boolean: true,
    object: {},
    words: new Uint32Array(3),
    window: globalThis.window,
    any: undefined,
  }
  for (const [path, kind] of Object.entries(names).sort(
    ([one], [other]) => one.length - other.length,
  )) {
    let at = root
    const parts = path.split('.')
    for (const [index, part] of parts.entries()) {
      const last = index === parts.length - 1
      if (part === 'get(0)') {
        const line = (at['line'] ??= bare()) as Record<string, unknown>
        at['get'] = () => line
        at = line
        continue
      }
      if (last) {
        if (path !== without) at[part] ??= samples[kind]
        else if (instead !== undefined) at[part] = instead
        continue
      }
      at = (at[part] ??= bare()) as Record<string, unknown>
    }
  }
  return root
}

describe.each(
  Object.entries({ openedNames, domNames, webglNames, methodNames, readerNames, sizedNames }),
)('%s', (_, names) => {
  test('are all there, or the first that is not is named', () => {
    Object.assign(globalThis, { window: globalThis })
    expect(() => checkNames(having(names, null, undefined), names)).not.toThrow()
    for (const [path, kind] of Object.entries(names)) {
      // it is there because of those
      if (Object.keys(names).some((other) => other.startsWith(`${path}.`))) continue
      expect(() => checkNames(having(names, path, undefined), names), path).toThrow(
        `xterm.js has no ${path} (${kind}) inside any more`,
      )
      if (kind !== 'any')
        expect(() => checkNames(having(names, path, 'other'), names), path).toThrow(
          `xterm.js has no ${path} (${kind})`,
        )
    }
  })
})

test('this xterm.js has the names that need no window, and the app checks the others', () => {
  const terminal = new xterm.Terminal({ allowProposedApi: true })
  expect(() => coreOf(terminal as never)).not.toThrow()
})

test('each is used in the code', () => {
  const sources = globSync('src/renderer/**/*.ts')
    .filter((path) => !path.endsWith('/xterm-names.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const words = new Set(sources.match(/[A-Za-z_]\w*/g))
  const unused = [openedNames, webglNames, methodNames, readerNames, sizedNames]
    .flatMap((names) => Object.keys(names))
    .filter((path) =>
      path.split('.').some((name) => !/^(\d+|get\(0\))$/.test(name) && !words.has(name)),
    )
  expect([words.size > 1_000, unused]).toEqual([true, []])
})
