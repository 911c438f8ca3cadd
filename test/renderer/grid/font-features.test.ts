/** Features of `fonts.features`, as CSS and in the list of families. */
import { expect, it } from 'vitest'
import {
  featureSettings,
  fontFeatures,
  withFeatures,
} from '../../../src/renderer/look/font-features.ts'
import { entries } from '../../../src/core/config/table.ts'

it.each([
  [['zero'], '"zero" 1'],
  [['+ss01', '-calt', 'cv02=3'], '"ss01" 1, "calt" 0, "cv02" 3'],
  [[], 'normal'],
  [['zero"; x', 'too long'], 'normal'],
])('features %j are %s in CSS', (features, settings) => {
  expect(featureSettings(features)).toBe(settings)
  expect(fontFeatures(withFeatures('"Fira Code", monospace', features))).toBe(settings)
})

it('a family whose name looks like features changes no font', () => {
  expect(fontFeatures('"features: zero", monospace')).toBe('normal')
})

it.each(['zer', 'zero1', 'cv01=', 'cv01=100', 'zero 1', '"zero"', '--ss01', 'zéro'])(
  'fonts.features refuses %j',
  (feature) => {
    const option = entries.find(({ name }) => name === 'fonts.features')?.option
    expect(option?.read([feature]).ok).toBe(false)
  },
)
