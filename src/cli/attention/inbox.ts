/** `vibeflow inbox`: shows the list on the alternate screen and handles its keys. */
import { emitKeypressEvents, type Key } from 'node:readline'
import type { AttentionAct } from '../../core/windows/attention/list.ts'
import { answeredWords } from '../../core/windows/attention/messages.ts'
import { Consent } from '../../core/consent/consent.ts'
import { agentDialog, type AgentDialog } from '../../core/windows/tabs/tab-view.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { askAppAt } from '../sessions/ask-app.ts'
import type { ProcessEnvironment } from '../client/discover.ts'
import { followAttention } from './apps.ts'
import {
  dialogOf,
  hindranceOf,
  inboxRows,
  markedItem,
  moved,
  snoozeSpans,
  type Inbox,
  type InboxSize,
} from './inbox-screen.ts'
import { asksSomething } from './messages.ts'
import { errorMessage } from '../../base/text/error-message.ts'

/** Elapsed times are shown in seconds at first. */
const drawMs = 1_000

/** Interval of reading the selected row's question, in ms. */
const readMs = 500

/** Alternate screen without cursor and wrapping, and back. */
const begin = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const end = '\x1b[?7h\x1b[?25h\x1b[?1049l'

const steps: Readonly<Record<string, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  pageup: -5,
  pagedown: 5,
  home: -Infinity,
  end: Infinity,
}

const acts: Readonly<Record<string, AttentionAct['act']>> = {
  return: 'go',
  enter: 'go',
  a: 'acknowledge',
  d: 'seen',
  m: 'mute',
}

/** Returns the consent for a dialog: its text and its choices. */
function consentTo(dialog: AgentDialog | null): Consent {
  const texts = [
    dialog?.lines.join('\n') ?? '',
    ...(dialog?.choices.map(({ label }) => label) ?? []),
  ]
  return new Consent(texts, () => performance.now())
}

function sawAll(consent: Consent): void {
  for (const index of consent.texts.keys()) consent.saw(index, { from: 0, to: 1, total: 1 })
}

/** Reads the selected row's question and answers it with digits. */
function inboxDialogs(
  now: () => Inbox,
  show: (change: Partial<Inbox>) => void,
): { readonly read: () => void; readonly choose: (number: number) => void } {
  /** Dialog of the selected row, kept while its token is the same. */
  let asked = { token: '', consent: consentTo(null) }
  const size = (): InboxSize => ({ cols: process.stdout.columns, rows: process.stdout.rows })
  const read = (): void => {
    const item = markedItem(now())
    if (item === null || !asksSomething(item)) return
    askAppAt(item.app, { cmd: 'dialog', session: item.id }).then(
      (answer) => {
        const found = agentDialog.safeParse(answer)
        const known = found.success ? { id: item.id, dialog: found.data } : null
        const token = `${item.id} ${known?.dialog.token ?? ''}`
        if (token !== asked.token) asked = { token, consent: consentTo(known?.dialog ?? null) }
        show({ dialog: known })
        if (hindranceOf(now(), size()) === null) sawAll(asked.consent)
      },
      () => show({ dialog: null }), // it has ended, or does not support dialogs
    )
  }
  const choose = (number: number): void => {
    const item = markedItem(now())
    const { token = null, choices = [] } = dialogOf(now()) ?? {}
    const chosen = choices.find((one) => one.number === number)
    if (item === null || token === null || chosen === undefined) return
    const problem = hindranceOf(now(), size())
    if (problem !== null) return show({ problem })
    const key = `${item.id} ${token}`
    if (asked.token !== key || asked.consent.approve() === null) {
      // A held key repeats and was pressed before the dialog appeared: wait for its release.
      asked = { token: key, consent: consentTo(dialogOf(now())) }
      sawAll(asked.consent)
      return show({ problem: 'This question just appeared. Press the key again to answer it.' })
    }
    askAppAt(item.app, { cmd: 'answer', session: item.id, token, choice: number }).then(
      ({ sent, why }) =>
        show(
          sent === true
            ? { answered: answeredWords(item, chosen.label), problem: null }
            : { answered: null, problem: safeText(String(why), lineCharactersMax) },
        ),
      (error: unknown) => show({ problem: errorMessage(error) }),
    )
  }
  return { read, choose }
}

/** Actions of keys in the inbox. */
interface InboxActs {
  readonly show: (change: Partial<Inbox>) => void
  readonly ask: (act: AttentionAct) => void
  readonly finish: () => void
  readonly choose: (number: number) => void
  readonly readDialog: () => void
}

function pressInInbox(
  { name = '', ctrl, meta }: Key,
  inbox: Inbox,
  { show, ask, finish, choose, readDialog }: InboxActs,
): void {
  if (ctrl === true && name === 'c') return finish()
  if (ctrl === true || meta === true) return
  if (inbox.snoozing) {
    const span = snoozeSpans[Number(name) - 1]
    if (span !== undefined) ask({ act: 'snooze', forMs: span.ms })
    else if (name === 'escape' || name === 'q') show({ snoozing: false })
    return
  }
  const step = steps[name]
  const act = acts[name]
  if (name === 'q' || name === 'escape') finish()
  else if (step !== undefined) {
    show({ marked: moved(inbox, step), problem: null, dialog: null, answered: null })
    readDialog()
  } else if (/^[1-9]$/.test(name)) choose(Number(name))
  else if (name === 's') show({ snoozing: markedItem(inbox)?.state === 'waiting' })
  else if (act === 'mute') ask({ act: markedItem(inbox)?.muted === true ? 'unmute' : 'mute' })
  else if (act !== undefined && act !== 'snooze') ask({ act })
}

/** Resolves when the user quits. */
export function showInbox(environment: ProcessEnvironment): Promise<void> {
  const { stdin, stdout } = process
  let inbox: Inbox = {
    ...{ attention: null, marked: null, snoozing: false, problem: null },
    ...{ dialog: null, answered: null },
  }
  let before = ''
  const draw = (): void => {
    const size = { cols: stdout.columns, rows: stdout.rows }
    const rows = inboxRows(inbox, size, Date.now())
    const text = `\x1b[H${rows.map((row) => `${row}\x1b[K`).join('\r\n')}\x1b[J`
    if (text !== before) stdout.write(text)
    before = text
  }
  const show = (change: Partial<Inbox>): void => {
    inbox = { ...inbox, ...change }
    draw()
  }
  const ask = (act: AttentionAct): void => {
    const item = markedItem(inbox)
    show({ snoozing: false, problem: null, answered: null })
    if (item === null) return
    askAppAt(item.app, { cmd: 'attend', session: item.id, do: act }).catch((error: unknown) =>
      show({ problem: errorMessage(error) }),
    )
  }
  const { read: readDialog, choose } = inboxDialogs(() => inbox, show)
  return new Promise((resolve) => {
    let isOver = false
    const finish = (): void => {
      if (isOver) return
      isOver = true
      stop()
      clearInterval(timer)
      clearInterval(reading)
      stdout.off('resize', redraw)
      stdin.off('keypress', pressed)
      stdin.setRawMode(false)
      stdin.pause()
      stdout.write(end)
      resolve()
    }
    const redraw = (): void => {
      before = ''
      draw()
    }
    const pressed = (_: string | undefined, key: Key): void =>
      pressInInbox(key, inbox, { show, ask, finish, choose, readDialog })
    stdout.write(begin)
    emitKeypressEvents(stdin)
    stdin.setRawMode(true)
    stdin.resume()
    stdin.on('keypress', pressed)
    stdin.once('end', finish) // the terminal was closed
    stdout.on('resize', redraw)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, finish)
    const timer = setInterval(draw, drawMs)
    const reading = setInterval(readDialog, readMs)
    const stop = followAttention(environment, (attention) => {
      show({ attention })
      readDialog()
    })
    draw()
  })
}
