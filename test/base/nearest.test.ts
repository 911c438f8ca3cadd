/** Finds the name that was meant by an unknown name. */
import { expect, test } from 'vitest'
import { nearest } from '../../src/base/numbers/nearest.ts'

test.each([
  ['indicator_puls', 'indicator_pulse'],
  ['shpaes', 'shapes'],
  ['SHAPES', 'shapes'],
  ['heuristic_silence_milliseconds', null],
  ['heuristic_silnce_msec', 'heuristic_silence_ms'],
  ['xy', null],
  ['fnt', 'font'],
  ['rainbow', null],
])('%s is meant to be %s', (written, meant) => {
  expect(
    nearest(written, ['indicator_pulse', 'shapes', 'heuristic_silence_ms', 'font', 'tools']),
  ).toBe(meant)
})
