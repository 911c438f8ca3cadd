/** Checks the shown state of each word of a dialect, and that a bad frame keeps it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { TerminalDialect } from './dialects.ts'
import { failedCheck, pass, showValue, unseen, unsupported, type Check } from './report.ts'
import { checkStep, type ConformanceStep, type TerminalSession } from './session.ts'
import { BEL, oscString } from './strings.ts'
import type { OutsideView } from './outside.ts'

/** RIS clears all earlier reports. */
const reset = '\x1bc'

/** Time by which a terminal would have accepted a bad frame. */
const takenMs = 300

export function dialectStateSteps(dialect: TerminalDialect): readonly ConformanceStep[] {
  const { words, record } = dialect
  if (words === undefined || record === undefined) return []
  let isRead = false
  return [
    checkStep(`${dialect.id}.states`, async (session, id) => {
      const check = await states(session, id, words, record)
      isRead = check.outcome === 'pass' || check.outcome === 'fail'
      return check
    }),
    checkStep(`${dialect.id}.survives`, async (session, id) =>
      isRead ? survives(session, id, words, record) : unsupported(id),
    ),
  ]
}

type Reader = NonNullable<TerminalDialect['record']>

const shows = (view: OutsideView, wanted: OutsideView) =>
  view.state === wanted.state && (wanted.kind === undefined || view.kind === wanted.kind)

/** Returns a payload's expected view; an unspecified kind is not checked. */
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
    const isRight = (view: OutsideView) => view.state === undefined || shows(view, wanted)
    const [view, right] = await session.see('', isRight)
    if (view.state === undefined) return unseen(id)
    if (right) continue
    wrong.push(`${payload} shows ${showValue({ state: view.state, kind: view.kind })}`)
    if (wrong.length === notReadAfter) break
  }
  if (wrong.length === 0) return pass(id, `${words.length} words`)
  return (wrong.length === notReadAfter ? unsupported : failedCheck)(id, wrong.join('; '))
}

/** Words without effect after which a dialect counts as not supported. */
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
