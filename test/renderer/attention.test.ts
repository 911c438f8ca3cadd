/** Tests the key's target from the page's point of view, and the tab that was active before. */
import { describe, expect, it } from 'vitest'
import type { PageMessage } from '../../src/core/ipc/contract.ts'
import { Ranker } from '../../src/renderer/features/palette/rank.ts'
import { defaults } from '../../src/core/config/table.ts'
import { AttentionState } from '../../src/renderer/features/attention/attention-state.ts'
import { snooze } from '../../src/renderer/features/attention/messages.ts'
import type { Page } from '../../src/renderer/page/page.ts'
import { actionEntries, integrationEntries } from '../../src/renderer/features/palette/entries.ts'
import { Observable } from '../../src/renderer/state/cell.ts'
import { tabView } from '../support/tab-view.ts'
import { asSession } from '../support/windows/ids.ts'

function make({
  active = 'a',
  others = true,
  where,
}: {
  readonly active?: string
  /** A tab of another window needs the user too. */
  readonly others?: boolean
  readonly where?: string
} = {}) {
  const done: string[] = []
  const page = {
    state: {
      window: 'w1',
      focused: new Observable<string | null>(active),
      session: (id: string) =>
        ['a', 'b'].includes(id) ? { value: { agent: { where } } } : undefined,
    },
    send: (message: PageMessage) => done.push(JSON.stringify(message)),
    tabs: { goTo: (id: string) => done.push(`go to ${id}`) },
  } as unknown as Page // the parts that it uses
  const attention = new AttentionState(page)
  const row = (window: string, id: string, since: number) => ({
    window,
    view: tabView({ id: asSession(id), state: 'waiting', agent: { since } }),
  })
  attention.update({
    kind: 'windows/state',
    windows: [],
    reopenable: 2,
    rows: [...(others ? [row('w2', 'c', 1)] : []), row('w1', 'b', 2)],
  })
  return { attention, done }
}

describe('attention of a page', () => {
  it('asks the main process for a tab of another window, and shows its own immediately', () => {
    const { attention, done } = make()
    expect([attention.go(1), attention.go(-1), attention.reopenable.value]).toEqual([true, true, 2])
    expect(done).toEqual(['{"kind":"attention/go","session":"c"}', 'go to b'])
  })

  it('asks for the pane within a tab of its own', () => {
    const { attention, done } = make({ others: false, where: 'tmux 2.1' })
    attention.go(1)
    expect(done).toEqual(['go to b', '{"kind":"attention/go","session":"b"}'])
  })

  it('returns false when only the active tab needs the user, so the program gets the key', () => {
    const { attention, done } = make({ others: false, active: 'b' })
    expect([attention.go(1), done]).toEqual([false, []])
  })
})

it('a tab is snoozed for 10 minutes', () => {
  const sent: unknown[] = []
  const view = tabView({ id: asSession('a'), state: 'waiting', agent: { since: 0 } })
  const page = {
    state: {
      focused: new Observable('a'),
      session: () => new Observable(view),
    },
    send: (message: PageMessage) => sent.push(message),
  } as unknown as Page // the parts that it uses
  snooze(page)
  expect(sent).toEqual([{ kind: 'session/snooze', session: 'a', forMs: 600_000 }])
})

describe('the palette', () => {
  it.each([
    [
      'a tab that is reported of',
      tabView({ id: asSession('a'), state: 'waiting', agent: { since: 0 } }),
      ['Mute tab', 'Snooze tab'],
      [],
    ],
    [
      'a muted and snoozed one',
      tabView({
        id: asSession('a'),
        state: 'waiting',
        muted: true,
        agent: { since: 0, snoozedUntil: 9 },
      }),
      ['Unmute tab', 'Unsnooze tab'],
      ['Unmute tab'],
    ],
  ])('names the action on %s', (_name, view, labels, found) => {
    const page = {
      state: {
        focused: new Observable('a'),
        session: () => new Observable(view),
        options: new Observable(defaults),
      },
      shortcuts: { value: { label: () => undefined } },
    } as unknown as Page // the parts that it uses
    const entries = actionEntries(page)
    expect(
      entries
        .filter(({ id }) => id === '>mute_tab' || id === '>snooze_tab')
        .map(({ text }) => text),
    ).toEqual(labels)
    expect(new Ranker(entries).rank('>unmute', []).map(({ item }) => item.text)).toEqual(found)
  })
})

describe('the palette', () => {
  it.each([
    ['a guess', { tool: 'gemini', confidence: 'guess' }, 'vibeflow integrate gemini'],
    ['a title', { tool: 'qwen', confidence: 'likely' }, 'vibeflow integrate qwen'],
    ['a fact', { tool: 'gemini', confidence: 'fact' }, null],
    ['an answered offer', { tool: 'qodercli', confidence: 'guess' }, null],
    ['an agent without hooks', { tool: 'aider', confidence: 'guess' }, null],
  ] as const)('offers the command that makes it a fact: %s', (_, agent, command) => {
    const sent: unknown[] = []
    const said: string[] = []
    const page = {
      state: {
        focused: new Observable('a'),
        session: () => new Observable(tabView({ id: asSession('a'), agent })),
        answeredOffers: new Observable(['qodercli']),
      },
      send: (message: unknown) => sent.push(message),
      notices: { add: (_level: string, text: string) => said.push(text) },
    } as unknown as Page // the parts that it uses
    const entries = integrationEntries(page)
    for (const { run } of entries) run()
    expect([entries.map(({ text }) => text), sent, said]).toEqual(
      command === null
        ? [[], [], []]
        : [
            [
              expect.stringContaining(`copy “${command}”`),
              `Don't suggest hooks for ${agent.tool} again`,
            ],
            [
              { kind: 'clipboard/write', selection: 'clipboard', text: command },
              { kind: 'offer/answered', agent: agent.tool },
              { kind: 'offer/answered', agent: agent.tool },
            ],
            ['Copied. Paste the command into a shell and run it once.'],
          ],
    )
  })
})
