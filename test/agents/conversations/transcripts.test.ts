/** Text of entries as the agents write them, and searches for words. */
import { expect, test } from 'vitest'
import { matchIn, queryOf } from '../../../src/agents/conversations/query.ts'
import {
  entriesOf,
  isPrompt,
  type TranscriptAgent,
} from '../../../src/agents/conversations/transcripts.ts'
import { conversationHint } from '../../../src/agents/resume/conversation.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'

const rows: readonly (readonly [TranscriptAgent, unknown, object])[] = [
  ['claude', { type: 'user', cwd: '/a', message: { content: 'Hi' } }, { by: 'user', text: 'Hi' }],
  ['claude', { type: 'user', message: { content: [{ type: 'tool_result' }] } }, { text: '' }],
  ['claude', { type: 'user', isSidechain: true, message: { content: 'Hi' } }, { text: '' }],
  ['claude', { type: 'summary', summary: 'Lexer' }, { by: null, text: 'Lexer' }],
  [
    'codex',
    { type: 'session_meta', payload: { id: 'x', cwd: '/a' } },
    { directory: '/a', id: 'x' },
  ],
  [
    'codex',
    { payload: { type: 'message', role: 'assistant', content: [{ text: 'a' }, { text: 'b' }] } },
    { by: 'agent', text: 'a\nb' },
  ],
  ['codex', { payload: { type: 'user_message', message: 'Hi' } }, { by: 'user', text: 'Hi' }],
  ['copilot', { type: 'session.start', data: { context: { cwd: '/a' } } }, { directory: '/a' }],
  ['copilot', { type: 'user.message', data: { content: 'Hi' } }, { by: 'user', text: 'Hi' }],
  ['pi', { type: 'session', id: 'x', cwd: 'a' }, { id: 'x', directory: null }],
  ['pi', { type: 'message', message: { role: 'toolResult', content: 'x' } }, { text: '' }],
  ['gemini', { sessionId: 'x', messages: [{ type: 'user', content: 'Hi' }, 7] }, { id: 'x' }],
  ['gemini', { $set: { messages: null, sessionId: 'x' } }, { text: '' }],
]

test.each(rows)('%s: the entry %j has its text', (agent, line, expected) => {
  expect([...entriesOf(agent, line)][0]).toMatchObject(expected)
})

test.each([null, 7, 'x', [], [[]], { message: null, payload: 3, data: [], messages: {} }])(
  'the unknown entry %j has no text',
  (line) => {
    for (const agent of ['claude', 'codex', 'copilot', 'gemini', 'pi'] as const)
      expect([...entriesOf(agent, line)].map(({ text }) => text)).toEqual([''])
  },
)

test('context that an agent adds is not a prompt', () => {
  const said = (text: string) => isPrompt({ by: 'user', text, id: null, directory: null })
  expect(['<environment_context>', '# AGENTS.md instructions for /a', 'Fix it'].map(said)).toEqual([
    ...[false, false, true],
  ])
})

test('a match needs all words, in any case and order, and is one clean line', () => {
  const query = queryOf('LEXER  drops')!
  expect(matchIn('It drops\x1b[31m tabs\u202e.\nThe Lexer is new', query)).toBe('The Lexer is new')
  expect(matchIn('The lexer is new', query)).toBeNull()
  const long = `${'x '.repeat(500)}lexer drops${' y'.repeat(500)}`
  const line = matchIn(long, query)
  expect(line).toMatch(/^….*lexer drops/)
  expect(line!.length).toBeLessThan(220)
})

test.each([
  ['  ', null],
  ['say "hello"', 'hello'],
  ['src/Lexer.ts', 'lexer.ts'],
  ['naïve', 'na'],
])('the bytes of %j have a needle without escapes', (text, needle) => {
  const query = queryOf(text)
  expect(query === null ? null : new TextDecoder().decode(query.needles[0])).toBe(needle)
})

test('a conversation is resumed or copied with the command of its agent', () => {
  const lineOf = (agent: string, id: string, fork = false) =>
    conversationHint(shippedAgents().get(agent), { id, directory: '/a', fork })?.line ?? null
  expect([
    lineOf('claude', 'a1'),
    lineOf('claude', 'a1', true),
    lineOf('codex', 'a1', true),
    lineOf('gemini', 'a1'),
    lineOf('gemini', 'a1', true),
    lineOf('pi', 'a1', true),
    lineOf('claude', '$(reboot)'),
    lineOf('claude', '--dangerous'),
    lineOf('no-agent', 'a1'),
  ]).toEqual([
    'claude --resume a1',
    'claude --resume a1 --fork-session',
    'codex fork a1',
    'gemini --resume a1',
    null,
    'pi --fork a1',
    ...[null, null, null],
  ])
})
