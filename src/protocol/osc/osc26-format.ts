/** Formats OSC 26 with the proposal's own keys where it has them, and texts in base64. */
import { encodeBase64 } from '../text/base64.ts'
import { MAX_FRAME_LEN, detailCharactersMax } from '../limits.ts'
import { parse26, type Field26, type Update26 } from './osc26.ts'
import { percentEncode } from '../text/percent.ts'
import { proven } from './proven.ts'
import { fail, type Result } from '../result.ts'
import { fitsFrame, hasControlButLf, hasLoneSurrogate, isPrintable } from '../text/text.ts'
import { words26 } from '../record/words.ts'

const keys: Readonly<Record<Field26, string>> = {
  app: 'CodeAgent',
  msg: 'Detail',
  taskProgress: 'TaskProgress',
  progress: 'progress',
  sessionId: 'SessionId',
  title: 'SessionTitle',
  project: 'ProjectFolder',
  taskList: 'TaskList',
  methodResume: 'MethodResume',
  methodFork: 'MethodFork',
}

/**
 * Formats with ST. Fails with `unknown-state` if the protocol has no word for a state and kind, and
 * with `bad-text` for controls, lone surrogates or an empty text.
 */
export function format26(update: Update26): Result<string> {
  const { state, kind, app, msg, taskProgress, progress, taskList, removed = [] } = update
  const { sessionId, title, project, methodResume, methodFork } = update
  const status = state === undefined && kind === undefined ? undefined : statusWord(update)
  if (status === null) return fail('unknown-state')
  const texts = [msg, sessionId, title, project, methodResume, methodFork, ...(taskList ?? [])]
  for (const text of texts) {
    if (text === undefined) continue
    if (text.length > MAX_FRAME_LEN) return fail('too-long')
    if (text === '' || hasControlButLf(text) || text.includes('\n') || hasLoneSurrogate(text))
      return fail('bad-text')
  }
  const pairs: readonly (readonly [string, string | number | undefined])[] = [
    [keys.app, app],
    ['Status', status],
    msg === undefined ? [keys.msg, undefined] : message(msg),
    [
      keys.taskProgress,
      taskProgress === undefined ? undefined : `${taskProgress.done}/${taskProgress.total}`,
    ],
    [keys.progress, progress],
    [keys.sessionId, encodeBase64(sessionId)],
    [keys.title, encodeBase64(title)],
    [keys.project, encodeBase64(project)],
    [keys.taskList, encodeBase64(taskList?.join('\n'))],
    [keys.methodResume, encodeBase64(methodResume)],
    [keys.methodFork, encodeBase64(methodFork)],
    ...removed.map((field) => [keys[field], ''] as const),
  ]
  const frame = `\x1b]26;${pairs
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${value}`)
    .join(';')}\x1b\\`
  const expected = { ...update, removed: removed.length === 0 ? undefined : [...removed].sort() }
  return fitsFrame(frame) ? proven(frame, expected, parse26) : fail('too-long')
}

/** Returns the first word with this meaning, or `null`. */
function statusWord({ state, kind }: Update26): string | null {
  return (
    [...words26].find(([, meaning]) => meaning.state === state && meaning.kind === kind)?.[0] ??
    null
  )
}

/** Returns `Detail` if it can carry the text, else `prompt` with outer spaces escaped. */
function message(msg: string): readonly [string, string] {
  const plain =
    isPrintable(msg) &&
    msg.length <= detailCharactersMax &&
    !msg.includes(';') &&
    !/^ | $/.test(msg)
  return plain
    ? [keys.msg, msg]
    : [
        'prompt',
        percentEncode(msg)
          .replace(/^ +/, (blanks) => '%20'.repeat(blanks.length))
          .replace(/ $/, '%20'),
      ]
}
