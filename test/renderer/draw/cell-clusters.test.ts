/** Tests which cells of a row are drawn together. */
import type { Terminal } from '@xterm/xterm'
import { expect, test } from 'vitest'
import { joinClusters, type JoinerService } from '../../../src/renderer/grid/draw/cell-clusters.ts'

type Line = NonNullable<ReturnType<Parameters<typeof joinClusters>[2]>>

/** The used part of xterm.js's service: it returns the ranges of its only joiner. */
function joined(text: string, otherJoiners = 0): { texts: string[]; looked: boolean } {
  let looked = false
  let joiner: (text: string) => [number, number][] = () => []
  const service: JoinerService = {
    _characterJoiners: Array.from({ length: 1 + otherJoiners }),
    getJoinedCharacters: () => {
      looked = true
      return joiner(text)
    },
  }
  const terminal = {
    registerCharacterJoiner: (handler: typeof joiner) => {
      joiner = handler
      return 0
    },
  } as unknown as Terminal
  joinClusters(terminal, service, () => lineOf(text))
  const texts = service.getJoinedCharacters(0).map(([from, end]) => text.slice(from, end))
  return { texts, looked }
}

/**
 * Returns a line with a cell for each character. Marks share the cell of the character that they
 * join.
 */
function lineOf(text: string): Line {
  const cells = text.match(/.(?:\ufe0f|\u200d|\p{Mn})*/gsu) ?? []
  const data = new Uint32Array(3 * cells.length)
  const texts: Record<number, string> = {}
  for (const [x, cell] of cells.entries()) {
    const one = [...cell].length === 1
    data[3 * x] = one ? cell.codePointAt(0)! : 1 << 21
    if (!one) texts[x] = cell
  }
  return { _data: data, _combined: texts }
}

test('skin tones, flags and characters around a joiner are one cluster each', () => {
  expect(joined('a👍🏽b🇩🇪🇫🇷🇪 ❤\ufe0f\u200d🔥👩🏽\u200d💻.').texts).toEqual([
    ...['👍🏽', '🇩🇪', '🇫🇷', '❤\ufe0f\u200d🔥', '👩🏽\u200d💻'],
  ])
})

test('a vowel sign is drawn with its letter, as are letters joined by a virama', () => {
  expect(joined('aक क्षि की நி க்க กำ e\u0301').texts).toEqual(['क्षि', 'की', 'நி', 'க்'])
})

test('text that is not an emoji, or is alone, is not joined', () => {
  expect(joined('x🏽 a\u200db 🇩 🎉🎉 é ⚠\ufe0f 👩\u200d').texts).toEqual([])
})

test('a row without such parts is not searched, unless another joiner asks', () => {
  expect(joined('plain 🎉 ⚠\ufe0f e\u0301')).toEqual({ texts: [], looked: false })
  expect(joined('=>', 1).looked).toBe(true)
})

test('an endless cluster is joined in parts', () => {
  const { texts } = joined('👩\u200d'.repeat(500))
  expect(texts.every((text) => [...text].length <= 20)).toBe(true)
  expect(texts).toHaveLength(50)
})
