/** The `[[mark]]` tables: colors and signs of tabs by their project, agent or directory. */
import { z } from 'zod'
import { defined } from '../../../base/objects/defined.ts'
import { configTextCharactersMax, markRulesMax } from '../limits.ts'
import { markColors, signUnitsMax, type MarkRule } from '../mark-rule.ts'
import { once } from '../option.ts'
import { tableList } from './table-list.ts'

const written = once(() => {
  const text = z.string().max(configTextCharactersMax).optional()
  return z.strictObject({
    project: text,
    agent: text,
    directory: text,
    color: z.enum(markColors).optional(),
    sign: z.string().max(signUnitsMax).optional(),
  })
})

const colors = markColors.map((color) => `"${color}"`).join(', ')

export const marks = tableList({
  name: 'mark',
  title: 'Marks of tabs',
  most: markRulesMax,
  one: written,
  keys: {
    project: [
      'string',
      '`""`',
      'Only tabs of this project, by its name in the tab, and of its worktrees.',
    ],
    agent: ['string', '`""`', 'Only tabs of this agent, by its id in `vibeflow ls`: `"claude"`.'],
    directory: ['string', '`""`', 'Only tabs in this directory, or below it: `"~/work"`.'],
    color: [colors, '', 'Color of the mark.'],
    sign: [
      `string of up to ${signUnitsMax} characters`,
      '`""`',
      'One character that the mark shows, usually an emoji.',
    ],
  },
  rowOf: ({ color, ...rest }): MarkRule => ({
    ...{ project: '', agent: '', directory: '', sign: '', color: color ?? '' },
    ...defined(rest),
  }),
  about:
    'The first table that fits a tab marks it, unless you have marked the tab yourself ' +
    '([guide](../guides/mark-tabs.md)).',
  example: ['[[mark]]', 'project = "api"', 'color = "red"', 'sign = "🔥"'],
})
