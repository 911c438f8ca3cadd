/** `vibeflow next` and `inbox`: go to sessions that need the user, and list them. */
import {
  attentionItem,
  attentionUpNext,
  type AttentionItem,
} from '../../core/windows/attention/list.ts'
import { askAppAt, notRunning } from '../sessions/ask-app.ts'
import { attentionNow, type FoundItem } from '../attention/apps.ts'
import { documentOf } from '../attention/formats.ts'
import { showInbox } from '../attention/inbox.ts'
import { whatOf, whoOf } from '../attention/messages.ts'
import { exits, usageError } from '../command/exit-codes.ts'
import type { Verb } from '../command/verb.ts'

export const next: Verb = {
  name: 'next',
  words: '',
  summary: 'go to the tab or pane that has needed you longest, in its window',
  options: {},
  notes: [
    'Again, it goes on to the next one, to each once; after the last it says so, and begins ' +
      'anew. Bind it to a key of the desktop. Exit code: 0 it went there, 1 nothing else needs ' +
      'you.',
  ],
  async run({ environment, say, document }) {
    const attention = await attentionNow(environment)
    if (attention === null) throw notRunning()
    const item = await goneTo(attention.items)
    if (item !== null) {
      say(`${whoOf(item)} ${whatOf(item)}.`)
      document({ item })
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
 * Goes to the next item. With several apps, chooses the app of the first item not visited yet, else
 * the app that the user is in, which reports that there is nothing else.
 */
async function goneTo(items: readonly FoundItem[]): Promise<AttentionItem | null> {
  const apps = [...new Set(items.map(({ app }) => app))]
  const [only] = apps
  if (only === undefined) return null
  const up = apps.length === 1 ? [] : await Promise.all(apps.map(upNext))
  const first = items.find(({ app, id }) => up.some((one) => one.app === app && one.id === id))
  const from = first?.app ?? up.find(({ isOn }) => isOn)?.app ?? only
  const read = attentionItem.safeParse((await askAppAt(from, { cmd: 'next' }))['item'])
  const told = { cmd: 'next-elsewhere', over: !read.success }
  const others = apps.filter((app) => app !== from)
  await Promise.all(others.map((app) => askAppAt(app, told).catch(() => null))) // it has ended
  return read.success ? read.data : null
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
  summary: 'list what needs you, live, in this terminal',
  options: {},
  notes: [
    'Keys: arrows move, Enter goes there, a acknowledges, d marks as seen, s snoozes, m mutes, ' +
      'q ends it; where a permission or question is shown with its choices, a digit answers it. ' +
      '--json prints the list once.',
  ],
  async run({ environment, json, document }) {
    if (json) {
      document(documentOf(await attentionNow(environment)))
      return exits.done
    }
    if (!process.stdin.isTTY || !process.stdout.isTTY)
      throw usageError(
        'the list needs a terminal. vibeflow inbox --json and vibeflow status --follow ' +
          'do not.',
      )
    await showInbox(environment)
    return exits.done
  },
}
