/** Tests the shared vectors of every dialect. Other tests are in the files of the dialects. */
import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  parse,
  parse133,
  parse21337,
  parse26,
  parse52,
  parse633,
  parse7,
  parse7501,
  parse88,
  parse9,
  parseWarp,
  percentDecode,
  percentEncode,
  wrapForTmux,
  type Input,
  type Result,
} from '../../src/protocol/index.ts'
import {
  asExpected,
  vectorText,
  frameOf,
  fromHex,
  inputBytes,
  withLengths,
} from '../../src/protocol/conformance/vectors.ts'
import { vectors, type Vector } from '../support/vectors.ts'

const each = (group: string, check: (vector: Vector) => void) =>
  describe(group, () => {
    test.each(vectors(group).map((vector) => [vector.id, vector] as const))('%s', (_, vector) =>
      check(vector),
    )
  })

const wholeFrames: Readonly<Record<string, (input: Input) => Result<unknown>>> = {
  parse,
  osc7501_parse: parse7501,
  osc26_parse: parse26,
  osc88_parse: parse88,
  osc21337_parse: parse21337,
}

for (const [group, parser] of Object.entries(wholeFrames)) {
  each(group, (vector) => {
    const bytes = inputBytes(vector)
    expect(asExpected(parser(bytes), vector['expect'])).toEqual(vector['expect'])
    // The same frame as text, where it is text.
    const text = Buffer.from(bytes).toString()
    if (Buffer.from(text).equals(Buffer.from(bytes))) expect(parser(text)).toEqual(parser(bytes))
  })
}

const bodies: Readonly<Record<string, (body: string) => unknown>> = {
  osc133_body: parse133,
  osc633_body: parse633,
  osc9_body: parse9,
  osc52_body: parse52,
  osc7_body: (body) => parse7(body, 'thishost'),
}

for (const [group, parser] of Object.entries(bodies)) {
  each(group, (vector) =>
    expect(withLengths(parser(vectorText(vector)), vector['expect'])).toEqual(vector['expect']),
  )
}

each('warp_json', (vector) =>
  expect(asExpected(parseWarp(vector['json'] as string), vector['expect'])).toEqual(
    vector['expect'],
  ),
)
each('percent_encode', (vector) =>
  expect(percentEncode(vector['value'] as string)).toBe(vector['expect']),
)
each('percent_decode', (vector) =>
  expect(asExpected(percentDecode(vector['encoded'] as string), vector['expect'])).toEqual(
    vector['expect'],
  ),
)

each('serialise', (vector) => {
  const result = formatBytes(frameOf(vector))
  const { hex, length, error } = vector['expect'] as {
    hex?: string
    length?: number
    error?: string
  }
  if (!result.ok) expect({ error: result.problem }).toEqual({ error })
  else if (length !== undefined) expect(result.value).toHaveLength(length)
  else expect(Buffer.from(result.value).toString('hex')).toBe(hex)
})

each('tmux_wrap', (vector) => {
  const { hex } = vector['expect'] as { hex: string }
  expect(
    Buffer.from(wrapForTmux(Buffer.from(inputBytes(vector)).toString('latin1')), 'latin1'),
  ).toEqual(Buffer.from(fromHex(hex)))
})
