/** Tests marks of tabs: what is kept of a mark, and which rule marks a tab. */
import { expect, test } from 'vitest'
import type { MarkRule } from '../../../../src/core/config/mark-rule.ts'
import {
  cleanMark,
  markByRule,
  markWords,
  tabMark,
} from '../../../../src/core/windows/tabs/tab-mark.ts'

test('a mark has one character as its sign, and safe text', () => {
  const marks = [
    { sign: '👩‍💻 and more' },
    { color: 'red', sign: '\u001b[31m🔥', note: ' waits\u202e for\nreview ' },
    { sign: 'Z\u0351\u036b\u0343', note: 'n'.repeat(500) },
    { sign: ' \u200b', note: '\u0007' },
    {},
  ].map((mark) => cleanMark(tabMark.parse(mark)))
  expect(marks).toEqual([
    { sign: '👩‍💻' },
    { color: 'red', sign: '[', note: 'waits forreview' },
    { sign: expect.stringMatching(/^Z./u), note: 'n'.repeat(200) },
    null,
    null,
  ])
  expect(marks.map((mark) => markWords(mark ?? {})).slice(0, 2)).toEqual([
    '👩‍💻',
    'red [, waits forreview',
  ])
})

test('the first rule whose conditions hold marks a tab', () => {
  const rule = (more: Partial<MarkRule>): MarkRule => ({
    ...{ project: '', agent: '', directory: '', color: '', sign: '' },
    ...more,
  })
  const rules = [
    rule({ project: 'api', agent: 'claude', color: 'red' }),
    rule({ directory: '~/job/', sign: '🏢' }),
    rule({ directory: '/srv', color: 'gray' }),
    rule({ agent: 'codex', color: 'green' }),
  ]
  const mark = (project: string, agent: string, directory: string) =>
    markByRule(rules, { projects: [project], agent, directory, home: '/home/me' })
  expect([
    mark('api', 'claude', '/home/me/job'),
    mark('api', 'codex', '/home/me/job/api'),
    mark('api', 'codex', '/home/me/jobs'),
    mark('x', '', '/srv'),
    mark('x', '', '/srv/api'),
    mark('x', '', '/srvx'),
    mark('x', '', '/'),
  ]).toEqual([
    { color: 'red' },
    { sign: '🏢' },
    { color: 'green' },
    { color: 'gray' },
    { color: 'gray' },
    null,
    null,
  ])
  expect(
    markByRule([rule({ directory: '/', color: 'blue' })], {
      ...{ projects: [''], agent: '', directory: '/etc', home: '/home/me' },
    }),
  ).toEqual({ color: 'blue' })
  const worktree = { projects: ['fix-login', 'api'], agent: 'claude', directory: '/x', home: '/y' }
  expect(markByRule(rules, worktree)).toEqual({ color: 'red' })
})
