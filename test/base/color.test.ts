import { expect, test } from 'vitest'
import { isDark } from '../../src/base/color.ts'
import { contrast } from '../../src/core/config/theme/colour.ts'
import { Terminal } from '../../src/terminal/index.ts'
import { unknownFacts } from '../../src/terminal/replies/facts.ts'
import { seeded } from '../support/random.ts'

const [white, black] = [255, 0].map((value) => ({
  red: value,
  green: value,
  blue: value,
  alpha: 1,
}))

test('a background is dark when white text has more contrast with it than black text', () => {
  const random = seeded(20)
  const value = () => Math.floor(random() * 256)
  const greys = Array.from({ length: 256 }, (_, grey) => [grey, grey, grey] as const)
  const others = Array.from({ length: 2_000 }, () => [value(), value(), value()] as const)
  for (const [red, green, blue] of [...greys, ...others]) {
    const color = { red, green, blue, alpha: 1 }
    const name = `${red} ${green} ${blue}`
    expect(isDark(color), name).toBe(contrast(color, white!) > contrast(color, black!))
  }
})

test.each([
  [0x757575, 1],
  [0x777777, 2],
  [0xff0000, 2],
  [0xb00000, 1],
  [0x0000ff, 1],
])('a program that asks about the background #%s hears scheme %s', (background, scheme) => {
  const said: unknown[] = []
  const onQuery = (query: unknown) => void said.push(query)
  const terminal = new Terminal({ cols: 10, rows: 2, scrollback: 0, onQuery })
  terminal.setFacts({ ...unknownFacts, background })
  terminal.write(new TextEncoder().encode('\x1b[?996n'))
  expect(said.at(-1)).toEqual({ kind: 'colour-scheme', dark: scheme === 1 })
})
