/**
 * Checks of a terminal: general ones, then each dialect's. docs/reference/conformance.md lists the
 * names.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { TerminalDialect } from './dialects.ts'
import { terminalDialects } from './dialects.ts'
import { wrapForTmux } from '../osc/tmux.ts'
import { failedCheck, pass, escapeBytes, showValue, unseen, unsupported } from './report.ts'
import type { CursorAnswer, ConformanceStep, TerminalSession, Writing } from './session.ts'
import { checkStep } from './session.ts'
import { dialectStateSteps } from './state-checks.ts'
import { BEL, oscString, ST } from './strings.ts'

export function stepsFor(has: {
  readonly outer: boolean
  readonly outside: boolean
}): readonly ConformanceStep[] {
  return [
    ...answerSteps,
    ...stringSteps,
    ...terminalDialects.flatMap((dialect) => [
      ...frameSteps(dialect),
      ...querySteps(dialect),
      ...effectSteps(dialect),
      ...(has.outer ? passedSteps(dialect) : []),
      ...(has.outside ? dialectStateSteps(dialect) : []),
    ]),
  ]
}

/** Queries for any terminal: `id`, query, expected reply. */
const questions: readonly (readonly [id: string, query: string, answer: RegExp])[] = [
  ['answers.da1', '\x1b[c', /\x1b\[\?[\d;]{1,64}c/],
  ['answers.da2', '\x1b[>c', /\x1b\[>[\d;]{1,64}c/],
  ['answers.xtversion', '\x1b[>q', /\x1bP>\|([\x20-\x7e]{0,128})\x1b\\/],
  ['answers.decrqm', '\x1b[?2004$p', /\x1b\[\?2004;[0-4]\$y/],
  ['answers.osc4', oscString('4;1;?'), /\x1b\]4;1;rgba?:[\da-f/]{3,24}(?:\x07|\x1b\\)/i],
  ['answers.osc10', oscString('10;?'), /\x1b\]10;rgba?:[\da-f/]{3,24}(?:\x07|\x1b\\)/i],
  ['answers.osc11', oscString('11;?'), /\x1b\]11;rgba?:[\da-f/]{3,24}(?:\x07|\x1b\\)/i],
]

const answerSteps: readonly ConformanceStep[] = [
  checkStep('answers.cursor', async (session, id) => {
    const cursor = await session.cursorAfter('ab')
    return cursor.kind === 'at' && cursor.rows === 0 && cursor.columns === 2
      ? pass(id)
      : failedCheck(id, `two letters: ${placeOf(cursor)}`)
  }),
  ...questions.map(([id, query, answer]) =>
    checkStep(id, async (session) => {
      const { cursor, match } = await session.ask(query, answer, true)
      if (!isAt(cursor, 0)) return failedCheck(id, placeOf(cursor))
      const detail = match?.[1] === undefined ? undefined : escapeBytes(match[1])
      return match === null ? unsupported(id) : pass(id, detail)
    }),
  ),
  checkStep('answers.no-title', async (session, id) => {
    const token = session.token()
    await session.subject.link.write(oscString(`2;${token}`))
    await delay(titleMs)
    const asked = await session.ask('\x1b[21t', /\x1b\]l[^\x1b\x07]{0,256}/, true)
    return asked.match?.[0].includes(token) === true
      ? failedCheck(id, 'types a title that a program has set into its input')
      : pass(id)
  }),
]

/** Time for a title to reach a window. */
const titleMs = 100

/** Not used by any protocol. */
const unknownNumber = 59_999

const stringSteps: readonly ConformanceStep[] = [
  silent('strings.unknown-bel', () => oscString(`${unknownNumber};text`, BEL)),
  silent('strings.unknown-st', () => oscString(`${unknownNumber};text`, ST)),
  silent('strings.long', () => oscString(`${unknownNumber};${'x'.repeat(200_000)}`)),
  silent('strings.others', () =>
    ['\x1bP0z', '\x1b_', '\x1b^', '\x1bX'].map((start) => `${start}text${ST}`).join(''),
  ),
  checkStep('strings.cancel', async (session, id) => {
    const cursor = await session.cursorAfter(`\x1b]${unknownNumber};text\x18ab`)
    return isAt(cursor, 2) || isAt(cursor, 3) // with a mark for the cancel itself, as on a VT100
      ? pass(id)
      : failedCheck(id, `two letters after CAN: ${placeOf(cursor)}`)
  }),
  checkStep('strings.cut', async (session, id) => {
    const cursor = await session.cursorAfter(`\x1b]${unknownNumber};text\x1b[5C`)
    if (isAt(cursor, 5)) return pass(id)
    const result = isAt(cursor, 0) || cursor.kind === 'open' ? unsupported : failedCheck
    return result(id, `an escape inside: ${placeOf(cursor)}`)
  }),
  checkStep('strings.c1', async (session, id) => {
    const cursor = await session.cursorAfter(oscString(`${unknownNumber};\u009ctext`))
    if (isAt(cursor, 0)) return pass(id)
    return isAt(cursor, 'text'.length)
      ? unsupported(id, 'U+009C ends a string, and what follows is printed')
      : failedCheck(id, `U+009C inside: ${placeOf(cursor)}`)
  }),
  checkStep('strings.quoted-query', async (session, id) => {
    const [query, answer] = ['7501;?', /\x1b\]7501;\?/]
    if ((await session.ask(oscString(query), answer, true)).match === null)
      return unseen(id, 'OSC 7501 is not answered')
    for (const start of ['\x1bP', '\x1b_', '\x1b^', '\x1bX']) {
      const { match } = await session.ask(`${start}${oscString(query, BEL)}${ST}`, answer, true)
      if (match !== null) return unsupported(id, `answers a query inside ${escapeBytes(start)}`)
    }
    return pass(id)
  }),
]

/** Checks that a dialect's frames print nothing and send nothing to the program's input. */
function frameSteps(dialect: TerminalDialect): readonly ConformanceStep[] {
  const { id, examples } = dialect
  const frames = (session: TerminalSession, end: string) =>
    examples(session.token(), session.subject.folder)
      .map((payload) => oscString(payload, end))
      .join('')
  const last = (session: TerminalSession) =>
    examples(session.token(), session.subject.folder).at(-1) ?? ''
  return [
    silent(`${id}.bel`, (session) => frames(session, BEL)),
    silent(`${id}.st`, (session) => frames(session, ST)),
    silent(`${id}.split`, (session) => ({ inPieces: frames(session, ST) })),
    silent(`${id}.utf8`, (session) => oscString(`${last(session)}é 😀`)),
    silent(`${id}.no-utf8`, (session) =>
      Buffer.concat([
        Buffer.from(`\x1b]${last(session)}`),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(ST),
      ]),
    ),
    silent(`${id}.long`, (session) => oscString(last(session) + 'x'.repeat(5_000))),
  ]
}

function silent(id: string, writing: (session: TerminalSession) => Writing): ConformanceStep {
  return checkStep(id, async (session) => {
    const cursor = await session.cursorAfter(writing(session))
    if (cursor.kind !== 'at' || !isAt(cursor, 0)) return failedCheck(id, placeOf(cursor))
    if (cursor.before === '') return pass(id)
    const typed = escapeBytes(Buffer.from(cursor.before, 'latin1'))
    return failedCheck(id, `types ${typed} into the program's input`)
  })
}

function querySteps({ id: dialect, query }: TerminalDialect): readonly ConformanceStep[] {
  if (query === undefined) return []
  const run = async (session: TerminalSession, id: string) => {
    for (const end of [ST, BEL]) {
      const asked = oscString(query.payload, end)
      const { cursor, match } = await session.ask(asked, query.answer, query.late)
      if (!isAt(cursor, 0)) return failedCheck(id, placeOf(cursor))
      if (match === null) return unsupported(id)
    }
    return pass(id)
  }
  return [checkStep(`${dialect}.query`, run)]
}

/** Checks that the effect is visible from outside. */
function effectSteps(dialect: TerminalDialect): readonly ConformanceStep[] {
  const { examples, effect } = dialect
  if (effect === undefined) return []
  const run = async (session: TerminalSession, id: string) => {
    const { folder, outer, outside, link } = session.subject
    const token = session.token()
    const payload = examples(token, folder).at(-1) ?? ''
    const wanted = effect.text(token, folder)
    await link.write(oscString(payload))
    if (outside === null) {
      if (outer === null || effect.field !== 'title') return unseen(id)
      const passed = await session.see(token, () => titleIn(outer(), token))
      return passed[1] ? pass(id) : unsupported(id)
    }
    const [view, right] = await session.see(
      token,
      (view) => view[effect.field] === undefined || view[effect.field]?.includes(wanted) === true,
    )
    if (view[effect.field] === undefined) return unseen(id)
    return right ? pass(id) : unsupported(id, `shows ${showValue(view[effect.field])}`)
  }
  return [checkStep(`${dialect.id}.effect`, run)]
}

const titleIn = (written: string, token: string) =>
  new RegExp(`\\x1b\\][02];[^\\x07\\x1b]{0,256}${token}`).test(written)

/** A multiplexer passes frames on immediately or never. */
const passedMs = 500

/** Checks the sequences that a multiplexer passes to its own terminal: plain and wrapped frames. */
function passedSteps({ id: dialect, examples }: TerminalDialect): readonly ConformanceStep[] {
  const passed = (
    name: string,
    wrap: (session: TerminalSession, frame: string) => string | null,
  ): ConformanceStep =>
    checkStep(name, async (session, id) => {
      const { folder, outer, link } = session.subject
      const payload = examples(session.token(), folder).at(-1) ?? ''
      const written = wrap(session, oscString(payload, BEL))
      if (written === null) return unsupported(id)
      const from = outer?.().length ?? 0
      await link.write(written)
      const isPassed = () =>
        (outer?.() ?? '').slice(Math.max(0, from - payload.length)).includes(`\x1b]${payload}`)
      const [, right] = await session.see('', isPassed, passedMs)
      return right ? pass(id) : unsupported(id)
    })
  return [
    passed(`${dialect}.passed`, (_, plain) => plain),
    passed(`${dialect}.wrapped`, ({ subject: { hello } }, plain) =>
      hello.environment['TMUX'] !== undefined
        ? wrapForTmux(plain)
        : hello.environment['STY'] !== undefined
          ? `\x1bP${plain}${ST}`
          : null,
    ),
  ]
}

function isAt(cursor: CursorAnswer, columns: number): boolean {
  return cursor.kind === 'at' && cursor.rows === 0 && cursor.columns === columns
}

function placeOf(cursor: CursorAnswer): string {
  if (cursor.kind === 'unanswered') return 'the terminal answers nothing any more'
  if (cursor.kind === 'open') return 'the string has no end: what follows is swallowed'
  const { rows, columns } = cursor
  if (rows === 0 && columns === 0) return 'the cursor stays'
  return `prints: the cursor moves by ${rows === 0 ? '' : `${rows} rows, `}${columns} columns`
}
