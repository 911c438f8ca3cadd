/**
 * `npm run live -- --busy MINUTES`: the agents work at the same time, each in its tab, and a user
 * answers their dialogs after a second. Counts how often a tab needs its user without a reason.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Driven } from './agents.ts'
import { letters, staged, start, wait, type Stage } from './drive.ts'
import type { Installed } from './install.ts'
import { Alarms, seconds, stateName } from './measure.ts'
import type { Reply } from './script.ts'

/** How often the screens are compared; seldom, since many agents run. Ms. */
const lookMs = 100
/** The user answers so late, ms. */
const answerMs = 2_000
const longestMs = 240_000

export interface BusyResult {
  readonly busyMs: number
  readonly tasks: number
  /** Wrong states, in words. */
  readonly wrong: readonly string[]
}

interface Watched {
  busyMs: number
  tasks: number
  readonly wrong: string[]
}

/** Returns replies of a task: thinking of several lengths, and a tool now and then. */
function repliesOf(task: number): readonly Reply[] {
  const pauses = [2, 21, 5, 34, 9, 3, 13, 55].map((s) => s * 1_000)
  const at = (index: number) => pauses[(task + index) % pauses.length]!
  const tool = { waitMs: at(0), run: `touch task-${task}; sleep ${at(2) / 1_000}` }
  return task % 3 === 0 ? [{ waitMs: at(1) }] : [tool, { waitMs: at(1) }]
}

/** @param folder for the screens of wrong states */
export async function busy(
  driven: Driven,
  installed: Installed,
  { minutes, folder, log }: { minutes: number; folder: string; log: (line: string) => void },
): Promise<BusyResult> {
  const watched: Watched = { busyMs: 0, tasks: 0, wrong: [] }
  const scene = { inTmux: false, withHooks: false, log }
  const stage = await staged(driven, installed, scene, { thinkMs: 500, endMs: 500 })
  try {
    await start(driven, stage.tab, () => undefined)
    await wait(4_000)
    const end = stage.tab.now() + minutes * 60_000
    while (stage.tab.now() < end) {
      await oneTask(driven, stage, watched, (text) => {
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, `${driven.id}-${watched.wrong.length}.txt`), text)
      })
      log(`${driven.id}: ${watched.tasks} tasks, ${watched.wrong.length} wrong`)
    }
  } catch (error) {
    log(`${driven.id}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await stage.close()
  }
  return watched
}

async function oneTask(
  { dialog, approve }: Driven,
  { tab, server }: Stage,
  watched: Watched,
  keep: (text: string) => void,
): Promise<void> {
  watched.tasks += 1
  const lastWords = `The end of task ${watched.tasks} is here.`
  const prompt = `please do task ${watched.tasks} now`
  server.play({ prompt, lastWords, replies: repliesOf(watched.tasks) })
  await letters(tab, prompt)
  tab.type('\r')
  const from = tab.now()
  const isOver = new RegExp(lastWords.replaceAll(' ', '\\s+'))
  let seenAt: number | null = null
  const alarms = new Alarms(from)
  const note = (alarm: ReturnType<Alarms['end']>) => {
    if (alarm === null) return
    const { one, at, screen } = alarm
    const name = `${stateName(one)} by ${one.source} in task ${watched.tasks}`
    watched.wrong.push(`${name} for ${seconds(tab.now() - at)} s`)
    keep(`${name}, ${seconds(at - from)} s\n${screen}\n`)
  }
  while (!isOver.test(tab.screen()) && tab.now() < from + longestMs) {
    await wait(lookMs)
    const now = tab.now()
    const screen = tab.screen()
    const isDialog = dialog.test(screen)
    if (isDialog) {
      seenAt ??= now
      if (now > seenAt + answerMs) {
        for (const key of approve) tab.type(key)
        seenAt = now
      }
    } else seenAt = null
    note(alarms.look(tab.shown.at(-1), { now, isDialog, screen }))
  }
  note(alarms.end(tab.now(), true))
  watched.busyMs += tab.now() - from
  if (!isOver.test(tab.screen())) throw new Error(`task ${watched.tasks} did not end`)
  await wait(6_000)
}
