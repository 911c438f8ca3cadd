/** `vibeflow next` and `inbox`: go to sessions that need the user, and list them. */
import {
  attentionItem,
  attentionUpNext,
  type AttentionItem,
} from '../../core/windows/attention/list.ts'
import { askApp, askAppAt, notRunning } from '../sessions/ask-app.ts'
import { attentionNow, type FoundItem } from '../attention/apps.ts'
import { documentOf } from '../attention/formats.ts'
import { showInbox } from '../attention/inbox.ts'
import { whatOf, whoOf } from '../attention/messages.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { exits } from '../../core/clients/exit-codes.ts'
import { CommandError, commonExits, usageError } from '../command/exit-codes.ts'
import type { Verb } from '../command/verb.ts'

export const next: Verb = {
  name: 'next',
  words: '',
  summary: 'Go to the tab or pane that has been waiting longest.',
  description: [
    'Run it again to go to the next one. After the last, it prints "Nothing else needs you." and ' +
      'exits with code 1. The next call starts over. All running vibeflow instances are included.',
    "To use it with a key, bind it in your desktop's keyboard settings.",
  ],
  options: {},
  examples: [
    ['vibeflow next', 'Go to the tab or pane that has been waiting longest.'],
    ['vibeflow next || notify-send "Nothing needs you"', 'Show a message if nothing is left.'],
  ],
  exits: commonExits({
    done: 'Switched to a tab or pane.',
    failed: 'Nothing else needs you, or vibeflow is not running.',
  }),
  async run({ environment, say, document }) {
    const attention = await attentionNow(environment)
    if (attention === null) throw notRunning()
    const { item, refused } = await goneTo(attention.items)
    if (item !== null) {
      say(`${whoOf(item)} ${whatOf(item)}.`)
      if (refused) say('The desktop did not focus its window, so the next call goes there again.')
      document({ item, ...(refused ? { refused } : {}) })
      return exits.done
    }
    const { length } = attention.items
    if (length === 0) say('Nothing needs you.')
    else say(`Nothing else needs you.${length > 1 ? ` You have been to all ${length}.` : ''}`)
    document({ item: null })
    return exits.failed
  },
}

/**
 * Shows the next item. With several apps, chooses the app of the first item that was not visited
 * yet. If all were visited, chooses the app that the user is in, which reports that nothing else
 * needs them.
 */
async function goneTo(
  items: readonly FoundItem[],
): Promise<{ readonly item: AttentionItem | null; readonly refused: boolean }> {
  const apps = [...new Set(items.map(({ app }) => app))]
  const [only] = apps
  if (only === undefined) return { item: null, refused: false }
  const up = apps.length === 1 ? [] : await Promise.all(apps.map(upNext))
  const first = items.find(({ app, id }) => up.some((one) => one.app === app && one.id === id))
  const from = first?.app ?? up.find(({ isOn }) => isOn)?.app ?? only
  const answer = await askAppAt(from, { cmd: 'next' })
  const read = attentionItem.safeParse(answer['item'])
  const told = { cmd: 'next-elsewhere', over: !read.success }
  const others = apps.filter((app) => app !== from)
  await Promise.all(others.map((app) => askAppAt(app, told).catch(() => null))) // it has ended
  return { item: read.success ? read.data : null, refused: answer['refused'] === true }
}

/** Returns where an app would go next, or nowhere if it has ended. */
async function upNext(app: string) {
  const read = attentionUpNext.safeParse(await askAppAt(app, { cmd: 'next-up' }).catch(() => null))
  const { item = null, isOn = false } = read.success ? read.data : {}
  return { app, id: item?.id, isOn }
}

export const inbox: Verb = {
  name: 'inbox',
  words: '',
  summary: 'Show the inbox in this terminal, updated live.',
  description: [
    'Lists the tabs and panes that need you. Up and Down select, Enter goes to the tab, a ' +
      'acknowledges, d marks as seen, s snoozes, m mutes, q quits. If a permission or question ' +
      'is shown with its choices, press a digit to answer it.',
    'With --json, it prints the list once.',
  ],
  options: {},
  examples: [
    ['vibeflow inbox', 'Show the inbox.'],
    [`vibeflow inbox --json | jq '.items | length'`, 'Count what needs you.'],
  ],
  exits: commonExits(),
  async run({ environment, json, document }) {
    if (json) {
      document(documentOf(await attentionNow(environment)))
      return exits.done
    }
    if (!process.stdin.isTTY || !process.stdout.isTTY)
      throw usageError(
        'the inbox requires a terminal. Without one, use `vibeflow inbox --json` or `vibeflow ' +
          'status --follow`.',
      )
    await showInbox(environment)
    return exits.done
  },
}

/** `SESSION:TOKEN`, as commands on events get it (`[[on]]`). */
const answerToken = /^([^:]+):(.+)$/

export const answerVerb: Verb = {
  name: 'answer',
  words: 'TOKEN CHOICE',
  summary: "Answer an agent's question that a command on an event was given.",
  description: [
    'An `[[on]]` table with `answer = true` in the configuration gives its command a token with ' +
      "the agent's question. The token belongs to that question: when the question is over, or " +
      'you have typed in its tab, nothing is sent.',
    'CHOICE is the number of one of the choices.',
  ],
  options: {},
  examples: [
    ['vibeflow answer "$token" 1', 'Choose the first answer.'],
    ['vibeflow answer "$token" 1 || notify-send "Not answered"', 'Show a message if it failed.'],
  ],
  exits: commonExits({
    done: 'The answer was sent.',
    'no-session': 'The session has ended.',
    refused: 'Nothing was sent. The message explains why.',
  }),
  async run({ positionals, environment, document }) {
    const [word = '', number = '', ...more] = positionals
    const [, session, token] = answerToken.exec(word) ?? []
    if (session === undefined || !/^[0-9]{1,2}$/.test(number) || more.length > 0)
      throw usageError(
        '`vibeflow answer` needs a token and the number of a choice: vibeflow answer TOKEN 1.',
      )
    const choice = Number(number)
    const { sent, why } = await askApp(environment, {
      ...{ cmd: 'answer', session, token, choice, by: 'command' },
    })
    if (sent !== true) throw new CommandError('refused', safeText(String(why), lineCharactersMax))
    document({ session, choice, sent: true })
    return exits.done
  },
}
