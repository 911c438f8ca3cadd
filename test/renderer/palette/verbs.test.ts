/** Tests that labels with the same verb are grouped. */
import { expect, test } from 'vitest'
import { byVerb } from '../../../src/renderer/features/palette/verbs.ts'

test('labels with the same verb are grouped in order of the first, others last', () => {
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
