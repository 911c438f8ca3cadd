/** `vibeflow inbox`: the list on the alternate screen of this terminal, with its keys. */
import { emitKeypressEvents, type Key } from 'node:readline'
import type { AttentionAct } from '../../core/attention/list.ts'
import { askAppAt } from '../ask-app.ts'
import type { Environment } from '../client/discover.ts'
import { followAttention } from './apps.ts'
import { inboxRows, markedItem, moved, snoozeSpans, type Inbox } from './inbox-screen.ts'

/** Times are shown to the second at first. */
const drawMs = 1_000

/** Alternate screen, without a cursor and without wrapping; and back. */
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

/** Resolves when the user has ended it. */
export function showInbox(environment: Environment): Promise<void> {
  const { stdin, stdout } = process
  let inbox: Inbox = { attention: null, marked: null, snoozing: false, problem: null }
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
    show({ snoozing: false, problem: null })
    if (item === null) return
    askAppAt(item.app, { cmd: 'attend', session: item.id, do: act }).catch((error: unknown) =>
      show({ problem: error instanceof Error ? error.message : String(error) }),
    )
  }
  return new Promise((resolve) => {
    let isOver = false
    const finish = (): void => {
      if (isOver) return
      isOver = true
      stop()
      clearInterval(timer)
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
    const pressed = (_: string | undefined, { name = '', ctrl, meta }: Key): void => {
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
      else if (step !== undefined) show({ marked: moved(inbox, step), problem: null })
      else if (name === 's') show({ snoozing: markedItem(inbox)?.state === 'waiting' })
      else if (act === 'mute') ask({ act: markedItem(inbox)?.muted === true ? 'unmute' : 'mute' })
      else if (act !== undefined && act !== 'snooze') ask({ act })
    }
    stdout.write(begin)
    emitKeypressEvents(stdin)
    stdin.setRawMode(true)
    stdin.resume()
    stdin.on('keypress', pressed)
    stdin.once('end', finish) // the terminal has gone
    stdout.on('resize', redraw)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, finish)
    const timer = setInterval(draw, drawMs)
    const stop = followAttention(environment, (attention) => show({ attention }))
    draw()
  })
}
