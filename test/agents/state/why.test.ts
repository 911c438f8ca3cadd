/** Tests a tab's explanation of its state: the hint, the panel, the text. */
import { expect, test } from 'vitest'
import { explainState, whyText } from '../../../src/agents/state/why.ts'
import { Timeline } from '../../support/timeline.ts'

const nameOf = (tool: string) => ({ claude: 'Claude Code' })[tool] ?? tool

test('a fact has its duration, state, agent, source and age', () => {
  const line = new Timeline()
    .osc('7501;state=blocked:kind=permission:app=claude-code')
    .to(168_000)
    .osc('7501;state=blocked:kind=permission:app=claude-code')
  expect(explainState(line.state, 180_000, { nameOf }).short).toBe(
    'Waiting for 3 min: permission. Reported by Claude Code (OSC 7501), 12 s ago.',
  )
})

test('a guess is marked as one', () => {
  const line = new Timeline().arm('codex').output().to(12_000)
  expect(explainState(line.state, 12_000).short).toBe(
    'Probably waiting for 8 s: no output for 4 s.',
  )
})

test('nothing known; the shell; the end', () => {
  expect(explainState(new Timeline().state, 5_000).short).toBe('Active: no information yet.')
  expect(explainState(new Timeline().state, 5_000, { deferredStart: 'htop -d 5' }).short).toBe(
    'Not started: htop -d 5. ' +
      'Restored commands and layout commands run only when you press Start.',
  )
  expect(explainState(new Timeline().osc('133;A').state, 5_000).short).toBe(
    'Idle for 5 s: the shell is at its prompt.',
  )
  const runs = new Timeline().osc('133;A').osc('133;C').to(5_000).state
  expect(explainState(runs, 5_000).short).toBe('Working for 5 s: a command is running.')
  expect(explainState(runs, 5_000, { running: 'make \u202etest' }).short).toBe(
    'Working for 5 s: running: make test.',
  )
  expect(explainState(new Timeline().osc('133;A').state, 5_000, { running: 'make' }).short).toBe(
    'Idle for 5 s: the shell is at its prompt.',
  )
  expect(explainState(new Timeline().apply({ type: 'exit', code: 3 }).state, 5_000).short).toBe(
    'Failed for 5 s: exited with code 3.',
  )
  expect(
    explainState(new Timeline().apply({ type: 'exit', code: null }).state, 5_000).short,
  ).toContain('ended, exit code unknown.')
})

test('the panel, as a value that JSON keeps, and as text', () => {
  const line = new Timeline()
    .play('arm frame:waiting:claude @500 7501;state=working:app=claude-code @1000')
    .apply({ type: 'screen', state: 'waiting', kind: 'permission', rule: 'dialog' })
    .to(2_000)
  const answer = explainState(line.state, 3_000, {
    tab: { title: 'api', directory: '~/src/api' },
    neverMatching: ['ai.tools: "node" can never match.'],
    shadow: 'It crashed.',
    nameOf,
    foreground: { name: 'claude', pid: 42, how: 'by its own name' },
    dropped: { malformed: 2 },
  })
  expect(JSON.parse(JSON.stringify(answer))).toMatchObject({
    state: 'working',
    rule: 'X1',
    confidence: 'fact',
    ageMs: 2_500,
    nextTimerInMs: 297_500,
    dropped: { malformed: 2 },
    parts: [
      { tool: 'claude', state: 'working', source: 'osc7501', ageMs: 2_500, saidAgoMs: 2_500 },
    ],
    dissent: [
      {
        source: 'osc1338',
        state: 'waiting',
        agoMs: 3_000,
        why: 'a more reliable source reports on the same tool',
      },
      {
        source: 'screen',
        state: 'waiting',
        kind: 'permission',
        agoMs: 2_000,
        why: 'the program reports its own state',
      },
    ],
    history: [
      { from: 'waiting', to: 'working', agoMs: 2_500 },
      { from: 'active', to: 'waiting', agoMs: 3_000 },
    ],
  })
  expect(whyText(answer).split('\n')).toEqual([
    'api (~/src/api)',
    'Working for 2 s. Reported by Claude Code (OSC 7501), 2 s ago.',
    'Source: OSC 7501, certain',
    'Seen by you: no',
    'Sources',
    '  claude: working for 2 s, reported 2 s ago via OSC 7501: claude (osc7501) reported working',
    'Ignored signals',
    '  claude: waiting 3 s ago (OSC 1338): a more reliable source reports on the same tool',
    '  claude: waiting (permission) 2 s ago (screen): the program reports its own state',
    'Reported by the program (no guessing)',
    '  claude (OSC 1338), until the shell is in the foreground or shows its prompt',
    '  claude (OSC 7501), until the program clears it, the shell is in the foreground or shows ' +
      'its prompt, or the terminal is reset',
    'Foreground: claude (42), by its own name',
    'Next check: in 4 min',
    'Invalid reports: malformed 2',
    'ai.tools: "node" can never match.',
    'Screen: not readable. It crashed.',
    'Recent changes',
    '  2 s ago: waiting to working (OSC 7501): claude (osc7501) reported working',
    '  3 s ago: active to waiting (OSC 1338): claude (osc1338) reported waiting',
  ])
})
