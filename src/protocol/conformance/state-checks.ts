/**
 * That a terminal shows the state that each word of a dialect stands for, and keeps it when a bad
 * frame follows. For terminals whose state can be seen from outside.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { TerminalDialect } from './dialects.ts'
import { failedCheck, pass, showValue, unseen, unsupported, type Check } from './report.ts'
import type { ConformanceStep, TerminalSession } from './session.ts'
import { BEL, oscString } from './strings.ts'
import type { OutsideView } from './outside.ts'

/** RIS takes everything back that was said before. */
const reset = '\x1bc'

/** A bad frame would have been taken by then. */
const takenMs = 300

export function dialectStateSteps({
  id,
  words,
  record,
}: TerminalDialect): readonly ConformanceStep[] {
  if (words === undefined || record === undefined) return []
  let isRead = false
  return [
    {
      id: `${id}.states`,
      run: async (session) => {
        const check = await states(session, `${id}.states`, words, record)
        isRead = check.outcome === 'pass' || check.outcome === 'fail'
        return check
      },
    },
    {
      id: `${id}.survives`,
      run: async (session) =>
        isRead ? survives(session, `${id}.survives`, words, record) : unsupported(`${id}.survives`),
    },
  ]
}

type Reader = NonNullable<TerminalDialect['record']>

const shows = (view: OutsideView, wanted: OutsideView) =>
  view.state === wanted.state && (wanted.kind === undefined || view.kind === wanted.kind)

/** What a payload stands for; a kind that is not said is not looked for. */
function meaningOf(payload: string, record: Reader): OutsideView | null {
  const said = record(payload)
  if (said === null) return null
  return said.kind === undefined || said.kind === 'other'
    ? { state: said.state }
    : { state: said.state, kind: said.kind }
}

async function states(
  session: TerminalSession,
  id: string,
  words: readonly string[],
  record: Reader,
): Promise<Check> {
  const { link } = session.subject
  await link.write(reset)
  const wrong: string[] = []
  for (const payload of words) {
    const wanted = meaningOf(payload, record)
    if (wanted === null) continue
    await link.write(oscString(payload, BEL))
    const [view, right] = await session.see(
      '',
      (view) => view.state === undefined || shows(view, wanted),
    )
    if (view.state === undefined) return unseen(id)
    if (right) continue
    wrong.push(`${payload} shows ${showValue({ state: view.state, kind: view.kind })}`)
    if (wrong.length === notReadAfter) break
  }
  if (wrong.length === 0) return pass(id, `${words.length} words`)
  return wrong.length === notReadAfter
    ? unsupported(id, wrong.join('; '))
    : failedCheck(id, wrong.join('; '))
}

/** So many words of a dialect that show nothing mean that it is not read. */
const notReadAfter = 2

async function survives(
  session: TerminalSession,
  id: string,
  words: readonly string[],
  record: Reader,
): Promise<Check> {
  const { link } = session.subject
  const [good = ''] = words
  const wanted = meaningOf(good, record)
  if (wanted === null) return unseen(id)
  await link.write(reset + oscString(good, BEL))
  const [, right] = await session.see('', (view) => shows(view, wanted))
  if (!right) return unsupported(id)
  const other = words.find((word) => meaningOf(word, record)?.state !== wanted.state) ?? ''
  for (const bad of [
    `\x1b]${other}${'\x18'}`,
    `\x1b]${other}\x1b[m`,
    `\x1bP${oscString(other, BEL)}\x1b\\`,
    `\x1b]0${other}${BEL}`,
  ]) {
    await link.write(bad)
    await delay(takenMs)
    const [view, still] = await session.see('', (now) => shows(now, wanted))
    if (!still) return failedCheck(id, `${showValue(bad)} shows ${showValue(view.state)}`)
  }
  return pass(id)
}
