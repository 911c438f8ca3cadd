/**
 * Notifications of programs (OSC 9, 99, 777) and titles on their way to the desktop, over every
 * module between: what is sent is clean, within its caps, valid UTF-8 and without markup; what the
 * desktop shows is what we meant, whether it reads markup or not; and a program's words are said to
 * be its own.
 */
import { notificationTextMax } from '../src/core/windows/attention/limits.ts'
import {
  notificationText,
  programSentence,
  sentenceOf,
  summaryText,
} from '../src/core/windows/attention/messages.ts'
import type { Clock } from '../src/base/clock.ts'
import { Dispatcher } from '../src/agents/dispatch/dispatcher.ts'
import { tabTitle } from '../src/core/session/naming/title.ts'
import { AttentionRequests, type AttentionCall } from '../src/core/session/attention-requests.ts'
import type { TabView } from '../src/core/windows/tabs/tab-view.ts'
import { sentBody, sentTitle } from '../src/electron-shim/desktop/notification-text.ts'
import { holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'notifications'

const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))
const parts = [
  '\x1b]9;',
  '\x1b]99;',
  '\x1b]99;i=1:d=0:p=title;',
  '\x1b]99;i=1:p=body;',
  '\x1b]99;i=1:e=1;',
  '\x1b]99;i=1:p=close;',
  '\x1b]99;i=1:p=buttons;',
  '\x1b]99;f=dmliZWZsb3c=;',
  `\x1b]99;f=${btoa(utf8('<b>\u202e“x”'))};`,
  '\x1b]777;notify;',
  '\x1b]0;',
  '\x1b]2;',
  '\x07',
  '\x1b\\',
  '\x1b',
  '\x9c',
  ';',
  ':',
  'i=',
  'p=',
  'd=0',
  'e=1',
  '<b>',
  '</b>',
  '<a href="x">',
  '<img src=x>',
  '&lt;',
  '&#60;',
  '&#x3c;',
  '&amp;',
  '&',
  '<',
  '>',
  '"',
  "'",
  '\\074',
  '\\x3c',
  '\\377',
  '%3c',
  '\\',
  'PGI+',
  'vibeflow',
  'Claude Code needs you: permission',
  'It says',
  '(3) ',
  '\0',
  '\x08',
  '\x7f',
  '\n',
  utf8('\u009b'),
  utf8('\u202e'),
  utf8('\u200d'),
  utf8('\u200b'),
  utf8('\ufe0f'),
  utf8('\u00ad'),
  utf8('\u3164'),
  utf8('\u2028'),
  utf8('\u{e0041}'),
  utf8('e\u0301'),
  utf8('👩'),
  utf8('🏽'),
  utf8('中'),
  '\xff',
  '\xc3',
  '\xed\xa0\x80',
  'x'.repeat(300),
]
const unwanted = new RegExp(
  [
    /[\p{Cc}\p{Cs}\u2028\u2029]/u,
    /(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/u,
    /(?<!\p{Extended_Pictographic}|[0-9#*])\ufe0f/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
)
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 24)
}

export function replay(input: Uint8Array): void {
  let now = 0
  const clock: Clock = { now: () => now, after: () => () => undefined }
  let title = ''
  const calls = new AttentionRequests(clock, (call) => {
    if (call !== null) judge(title, call)
  })
  const dispatcher = new Dispatcher('thishost', {
    query: () => undefined,
    notificationClosed: (id) => calls.closed(id),
    evidence: (evidence) => {
      now += 1_000 // the rate is another test's
      if (evidence.type === 'title')
        title = tabTitle({
          reported: evidence.value.text,
          command: { program: '/bin/sh', args: [] },
          directory: '/',
          home: '/root',
          isUserShell: true,
        })
      calls.found(evidence, () => false)
    },
  })
  dispatcher.feed(input)
}

function judge(title: string, call: AttentionCall): void {
  const view = {
    title,
    project: '',
    place: '',
    state: 'active',
    phase: 'running',
    call,
  } as unknown as TabView // of a view, words looks at these
  const { request } = call
  const sentence =
    request === undefined ? sentenceOf(call.kind, view, null) : programSentence({ call, request })
  for (const label of request?.buttons ?? [])
    holds(label !== '' && !unwanted.test(label), 'a label is not clean')
  holds(
    call.kind === 'bell' || /^Message(?: from “[^“”]*”)?: /.test(sentence),
    'whose words these are is not said',
  )
  for (const content of ['full', 'title', 'none'] as const) {
    for (const text of [
      notificationText(call.kind, title, sentence, content),
      summaryText(3, [title, title], content),
    ]) {
      for (const one of [text.title, text.body]) {
        holds(!unwanted.test(one), 'something unwanted is left')
        holds([...one].length <= notificationTextMax, 'longer than its cap')
        holds(!/[<>]/.test(one), 'what could begin a tag is left')
      }
      const sent = [
        sentTitle(text.title),
        sentBody(text.body, true),
        sentBody(text.body, false),
      ] as const
      for (const one of sent)
        holds(!one.includes('\0') && Buffer.from(one).toString() === one, 'no text for D-Bus')
      holds(sent[0] === text.title && sent[2] === text.body, 'plain text is changed')
      holds(!/[<>]|&(?!lt;|gt;|amp;)/.test(sent[1]), 'markup is sent')
      holds(
        sent[1].replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? '') === text.body,
        'read as markup it is another text',
      )
    }
  }
  // Whatever the app should hand over some day, the shim sends no markup.
  const raw = `${title}<b>${call.title}</b>&${call.body}\0`
  holds(!/[<>]|&(?!lt;|gt;|amp;)/.test(sentBody(raw, true)), 'markup is sent')
}
