/** What begins with one verb stands together. */
import { expect, test } from 'vitest'
import { byVerb } from '../../../src/renderer/features/palette/verbs.ts'

test('labels of one verb stand together, in the order of the first, the rest at the end', () => {
  const labels = ['New tab', 'Rename', 'Close', 'New window', 'Close others', 'Quit']
  expect(byVerb(labels, (label) => label)).toEqual([
    { item: 'New tab', heading: 'New' },
    { item: 'New window', heading: 'New' },
    { item: 'Close', heading: 'Close' },
    { item: 'Close others', heading: 'Close' },
    { item: 'Rename', heading: 'More' },
    { item: 'Quit', heading: 'More' },
  ])
})
