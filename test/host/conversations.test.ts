/** The search in real folders, with transcripts that attack it. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foundConversation, type FoundConversation } from '../../src/agents/conversations/found.ts'
import {
  chunkBytes,
  entryBytesMax,
  foundMax,
  headBytes,
} from '../../src/agents/conversations/limits.ts'
import { transcriptPlaces } from '../../src/agents/conversations/transcripts.ts'
import { agentDirectories } from '../../src/core/config/accounts.ts'
import { defaults } from '../../src/core/config/table.ts'
import { ConversationSearch } from '../../src/host/files/conversations/thread.ts'
import { isOwnFile, transcriptsIn } from '../../src/host/files/conversations/walk.ts'
import { TranscriptSearch } from '../../src/host/files/conversations/search.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'

const transcripts = join(import.meta.dirname, '../data/transcripts')

const id = (number: number) => `0f5a9f60-7c1e-4a34-9d2b-${String(number).padStart(12, '0')}`

let home = ''
let search = new TranscriptSearch()

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'conversations-'))
  search = new TranscriptSearch()
})
afterEach(() => rmSync(home, { recursive: true }))

function directories() {
  return agentDirectories(defaults, {}, home)
}

function found(text: string): readonly FoundConversation[] {
  const list: FoundConversation[] = []
  search.run(directories(), text, (one) => list.push(one))
  return list
}

/** @param age seconds; the newest is found first */
function write(path: string, content: string | readonly unknown[], age = 0): string {
  const file = join(home, path)
  mkdirSync(join(file, '..'), { recursive: true })
  const lines = typeof content === 'string' ? content : `${content.map(json).join('\n')}\n`
  writeFileSync(file, lines)
  const at = Date.now() / 1_000 - age
  utimesSync(file, at, at)
  return file
}

const json = (value: unknown): string => JSON.stringify(value)
const claude = (number: number) => `.claude/projects/-srv-api/${id(number)}.jsonl`
const prompt = { type: 'user', cwd: '/srv/api', message: { content: 'Fix the build' } }
const answer = (text: string) => ({ type: 'assistant', message: { content: [{ text }] } })

const claudeId = 'b3e12bab-0156-48d6-8a12-37d768611632'
const piId = '01a22cab-a0ad-75b0-af34-d15106bfd39f'
const codexId = '01a22cbd-e4a8-7f02-9bba-89ef44861e3a'
const copilotId = '37802f92-3732-496e-904f-3072c4e07558'
const geminiId = 'cd203ba5-54c7-43ad-b3ef-49182ee4ff36'

/** Files that `npm run live -- --conversations` left: test/data/README.md. */
const real: readonly (readonly [file: string, place: string, word: string, id: string])[] = [
  ['claude-2.1.332', `.claude/projects/-home-me-my-api-side/${claudeId}.jsonl`, 'fig', claudeId],
  ['gemini-0.61.0', '.gemini/tmp/my-api/chats/session-2026-cd203ba5.jsonl', 'pear', geminiId],
  [
    'codex-0.171.0',
    `.codex/sessions/2026/11/30/rollout-2026-11-30T13-56-12-${codexId}.jsonl`,
    'fig',
    codexId,
  ],
  ['copilot-1.0.102', `.copilot/session-state/${copilotId}/events.jsonl`, 'fig', copilotId],
  ['pi-1.6.0', `.pi/agent/sessions/--home-me-my api-side--/2026_${piId}.jsonl`, 'fig', piId],
]

test.each(real)('the transcript %s of a real agent is found', (file, place, word, session) => {
  write(place, readFileSync(join(transcripts, `${file}.jsonl`), 'utf8'))
  write('.gemini/tmp/my-api/.project_root', '/home/me/my api')
  for (const text of [`${word}ask`, `${word}said`]) {
    const [only, ...others] = found(text)
    expect([only?.id, only?.prompt.startsWith('please '), others]).toEqual([session, true, []])
    expect(only?.directory).toMatch(/^\/home\/me\/my api/)
  }
})

test('a conversation with two files is found once', () => {
  const lines = [{ sessionId: id(4) }, { id: 'm', type: 'user', content: [{ text: 'a parser' }] }]
  write('.gemini/tmp/api/chats/session-1.json', json({ ...lines[0], messages: [lines[1]] }), 9)
  write('.gemini/tmp/api/chats/session-1.jsonl', lines)
  expect(found('parser').map((one) => one.id)).toEqual([id(4)])
  expect(found('')).toHaveLength(1)
})

test('conversations of all agents are found, newest first', () => {
  write(claude(1), [prompt, answer('The parser is fine')], 50)
  write(
    `.codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-${id(2)}.jsonl`,
    [
      { type: 'session_meta', payload: { id: id(2), cwd: '/srv/web' } },
      { type: 'event_msg', payload: { type: 'user_message', message: 'Test the Parser' } },
    ],
    40,
  )
  write(
    `.copilot/session-state/${id(3)}/events.jsonl`,
    [
      { type: 'session.start', data: { sessionId: id(3), context: { cwd: '/srv/c' } } },
      { type: 'user.message', data: { content: 'parser again' } },
    ],
    30,
  )
  write(
    '.gemini/tmp/api/chats/session-1.json',
    json({
      sessionId: id(4),
      messages: [{ type: 'user', content: [{ text: 'a PARSER' }] }],
    }),
    20,
  )
  write('.gemini/tmp/api/.project_root', '/srv/g\n')
  write(
    `.pi/agent/sessions/--srv-p--/2026_${id(5)}.jsonl`,
    [
      { type: 'session', id: id(5), cwd: '/srv/p' },
      { type: 'message', message: { role: 'user', content: 'parser?' } },
    ],
    10,
  )
  expect(found('parser').map((one) => [one.agent, one.id, one.directory, one.prompt])).toEqual([
    ['pi', id(5), '/srv/p', 'parser?'],
    ['gemini', id(4), '/srv/g', 'a PARSER'],
    ['copilot', id(3), '/srv/c', 'parser again'],
    ['codex', id(2), '/srv/web', 'Test the Parser'],
    ['claude', id(1), '/srv/api', 'Fix the build'],
  ])
  expect(found('').length).toBe(5)
})

test('a file is read again when it has changed, also after a search without a match', () => {
  const file = write(claude(1), [prompt], 50)
  expect(found('zebra')).toEqual([])
  appendFileSync(file, json(answer('A zebra')))
  expect(found('zebra stripes')).toEqual([])
  expect(found('zebra').map(({ line }) => line)).toEqual(['A zebra'])
})

test('a word that a file lacks does not hide it from other searches', () => {
  write(claude(1), [prompt, answer('zebra'), answer('lion')])
  expect([found('zebra lion').length, found('zebra').length, found('lion').length]).toEqual([
    ...[0, 1, 1],
  ])
})

test('links, pipes, folders and unreadable files in the folders are skipped', () => {
  const outside = join(home, 'outside.jsonl')
  writeFileSync(outside, json(answer('secret')))
  write(claude(1), [prompt, answer('secret')])
  const folder = join(home, '.claude/projects')
  symlinkSync(outside, join(home, claude(2)))
  execFileSync('mkfifo', [join(home, claude(3))])
  mkdirSync(join(home, claude(4)))
  symlinkSync(home, join(folder, 'loop'))
  symlinkSync('/dev/zero', join(home, claude(5)))
  chmodSync(write(claude(6), [prompt, answer('secret')]), 0)
  expect(found('secret').map((one) => one.id)).toContain(id(1))
  expect(found('secret').every((one) => [id(1), id(6)].includes(one.id))).toBe(true)
})

test("another user's transcript is not read", () => {
  const own = process.getuid!()
  const isOwn = (uid: number) => isOwnFile({ isFile: () => true, uid })
  expect([isOwn(own), isOwn(own + 1)]).toEqual([true, false])
})

test('endless lines, huge files and broken text do not stop the search', () => {
  const hit = json(answer('needle here'))
  const long = 'x'.repeat(entryBytesMax + 10)
  write(claude(1), `${json(prompt)}\n${long}needle${long}\n${hit}\n`, 5)
  write(claude(2), `\n\n{"needle":\n[needle\n\xff\xfeneedle\0\n${hit}`, 4)
  const huge = write(claude(3), `${json(prompt)}\n`, 3)
  truncateSync(huge, 4 * 1024 ** 3) // sparse: zeros without a line end
  appendFileSync(huge, `\n${hit}\n`)
  write(claude(4), `${'['.repeat(100_000)}needle`, 2)
  write('.gemini/tmp/x/chats/session-1.json', `{"messages":"${long}needle"}`, 1)
  expect(found('needle').map((one) => [one.id, one.line])).toEqual([
    [id(3), 'needle here'],
    [id(2), 'needle here'],
    [id(1), 'needle here'],
  ])
})

test('the page accepts each result, so that its numbers are those of the main process', () => {
  const long = 'x'.repeat(5_000)
  const gemini = (name: string, sessionId: string) =>
    write(
      `.gemini/tmp/${name}/chats/session-1.json`,
      json({ sessionId, messages: [{ type: 'user', content: 'Fix the build' }] }),
    )
  gemini('a', long)
  gemini('b', id(2))
  write('.gemini/tmp/b/.project_root', `/${long}`)
  write(claude(1), [{ ...prompt, cwd: `/${long}` }])
  const emoji = '\u{1f600}'.repeat(500)
  write(claude(3), [{ ...prompt, message: { content: `${emoji} build ${emoji}` } }])
  const list = [...found('build'), ...found('')]
  expect(new Set(list.map((one) => one.id))).toEqual(new Set([id(1), id(2), id(3)]))
  for (const one of list) expect(foundConversation.safeParse(one).success).toBe(true)
})

test('transcripts of many short lines are read in time', () => {
  write(claude(1), '\n'.repeat(headBytes / 2) + json(prompt), 1)
  write(claude(2), '{}\n'.repeat(headBytes / 4) + json(prompt), 1)
  const start = performance.now()
  expect(found('').length).toBe(2)
  expect(performance.now() - start).toBeLessThan(3_000)
})

test('a search that is over stops between the lines of a piece', () => {
  write(claude(1), 'x\n'.repeat(chunkBytes / 2), 1)
  let asked = 0
  const isOver = () => (asked += 1) > 10
  search.run(directories(), 'x', () => undefined, isOver)
  expect(asked).toBeGreaterThan(10)
  expect(asked).toBeLessThan(20)
})

test('the time limit also ends a walk over very many files', () => {
  for (let number = 0; number < 50; number += 1) write(claude(number), [prompt])
  let looks = 0
  const files = transcriptsIn(directories(), transcriptPlaces, () => (looks += 1) > 30)
  expect(files.length).toBeLessThan(30)
  expect(looks).toBeLessThan(60)
  expect(transcriptsIn(directories(), transcriptPlaces)).toHaveLength(50)
  expect(
    search.run(
      directories(),
      '',
      () => undefined,
      () => true,
    ),
  ).toMatchObject({
    transcripts: 0,
  })
})

test('the directory of Gemini CLI is not read through a link', () => {
  write('secret', '/srv/secret')
  write(
    '.gemini/tmp/a/chats/session-1.json',
    json({ sessionId: id(1), messages: [{ type: 'user', content: 'Fix' }] }),
  )
  symlinkSync(join(home, 'secret'), join(home, '.gemini/tmp/a/.project_root'))
  expect(found('').map((one) => one.directory)).toEqual([''])
})

test('a prompt and a line are clean and short', () => {
  const evil = `\x1b]0;x\x07Fix\u202e <b>${'y'.repeat(10_000)} lexer`
  write(claude(1), [{ ...prompt, cwd: '/srv/\x1b[2Japi', message: { content: evil } }])
  const [one] = found('fix')
  expect(one!.prompt).toMatch(/^\]0;xFix <b>y+$/)
  expect(one!.line.length).toBeLessThan(220)
})

test('a search ends with a sentence after the newest results', () => {
  for (let number = 0; number <= foundMax; number += 1) write(claude(number), [prompt], number)
  const list: FoundConversation[] = []
  const end = search.run(directories(), 'build', (one) => list.push(one))
  expect([list.length, end.stopped]).toEqual([foundMax, `Only the newest ${foundMax} are shown.`])
})

test('a search in a thread ends, and a new one replaces it', async () => {
  write(claude(1), [prompt, answer('zebra')])
  const clock = new FakeClock()
  const program = join(import.meta.dirname, '../../src/host/files/conversations/worker.ts')
  const thread = new ConversationSearch(program, clock)
  const ends: unknown[] = []
  const asked = { directories: directories(), text: 'zebra' }
  thread.search(asked, { found: () => ends.push('first'), ended: (end) => ends.push(end) })
  const list: FoundConversation[] = []
  const end = await new Promise((ended) => {
    thread.search(asked, { found: (one) => list.push(one), ended })
  })
  expect([ends, end, list.map((one) => one.id)]).toEqual([
    [{ stopped: 'Another window started a search.', transcripts: 0 }],
    { stopped: null, transcripts: 1 },
    [id(1)],
  ])
  thread.dispose()
})

test('a thread has memory for a document of a million entries', async () => {
  write(claude(1), [prompt, answer('zebra')], 1)
  write('.gemini/tmp/x/chats/session-1.json', `{"messages":[${'1,'.repeat(2_090_000)}1]}`)
  const program = join(import.meta.dirname, '../../src/host/files/conversations/worker.ts')
  const thread = new ConversationSearch(program, new FakeClock())
  const end = await new Promise((ended) => {
    thread.search({ directories: directories(), text: '' }, { found: () => undefined, ended })
  })
  expect(end).toEqual({ stopped: null, transcripts: 2 })
  thread.dispose()
})

test('directories of profiles are searched once, with their names', () => {
  const profile = { command: [], shell: {}, fonts: {}, colors: {}, cursor: {} }
  const claudeIn = (path: string) => ({ ...profile, shell: { env: { CLAUDE_CONFIG_DIR: path } } })
  const profiles = {
    work: claudeIn('/w/'),
    again: claudeIn('/w'),
    odd: claudeIn('w'),
    plain: profile,
  }
  const listed = agentDirectories({ profiles }, { CODEX_HOME: '/x', COPILOT_HOME: '/y' }, '/home/u')
  expect(listed.map(({ agent, path, account }) => `${agent} ${path} ${account}`.trim())).toEqual([
    'claude /home/u/.claude',
    'codex /x',
    'copilot /y',
    'gemini /home/u/.gemini',
    'pi /home/u/.pi/agent',
    'claude /w work',
  ])
})
