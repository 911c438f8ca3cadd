/** `vibeflow next`, `inbox`: to what needs the user, and the list of it in any terminal. */
import { attentionItem } from '../../core/attention/list.ts'
import { askAppAt, notRunning } from '../ask-app.ts'
import { attentionNow } from '../attention/apps.ts'
import { documentOf } from '../attention/formats.ts'
import { showInbox } from '../attention/inbox.ts'
import { whatOf, whoOf } from '../attention/words.ts'
import { CommandError, exits } from '../exit-codes.ts'
import type { Verb } from '../verb.ts'

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
    // of several apps the one whose first item is the first of all
    const apps = [...new Set(attention.items.map(({ app }) => app))]
    for (const app of apps) {
      const read = attentionItem.safeParse((await askAppAt(app, { cmd: 'next' }))['item'])
      if (!read.success) continue
      const { data: item } = read
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
      throw new CommandError(
        'usage',
        'the list needs a terminal. vibeflow inbox --json and vibeflow status --follow ' +
          'do not.',
      )
    await showInbox(environment)
    return exits.done
  },
}
