/**
 * The index of the saved session, any bytes: reading it never throws, never leaves a trace in
 * JavaScript's own objects, and gives either nothing or a session within its limits that is read
 * again as it was written, whose names of files stay in their folder.
 */
import { posix } from 'node:path'
import {
  restoreAttemptsMax,
  savedTabsMax,
  savedWindowsMax,
} from '../../src/core/windows/restore/limits.ts'
import {
  readSavedSession,
  shallRestore,
  type SavedSession,
} from '../../src/core/windows/restore/saved-session.ts'
import { holds, tryBytes, type FuzzRun } from '../support/support.ts'

export const name = 'session-files'

const tab = '{"id":"a1","command":null,"directory":"/srv","name":null,"title":null,"muted":false}'
const session = (tabs: string) =>
  `{"version":1,"ended":false,"attempts":0,"windows":[{"active":0,"tabs":[${tabs}]}]}`
const parts = [
  session(tab),
  session(''),
  session(`${tab},${tab}`),
  '{"version":1,"ended":true,"attempts":3,"windows":[',
  '{"active":0,"tabs":[',
  tab,
  ']}',
  ']}',
  '{"id":"',
  '","command":{"program":"',
  '","args":["',
  '"]},"directory":"',
  '","name":"',
  '","title":"',
  '","muted":true}',
  '"__proto__":{"x":1},',
  '"constructor":',
  'null',
  'true',
  '-1',
  '1e999',
  '"../../x"',
  '"/etc/passwd"',
  '"\\u0000"',
  '"\\ud800"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\n',
  '\xef\xbb\xbf',
  '\xff',
]
/** Counts the properties that must not change. */
const own = () =>
  [Object, Object.prototype, Function.prototype, Array.prototype]
    .map((one) => Object.getOwnPropertyNames(one).length + Object.getOwnPropertySymbols(one).length)
    .join()
const untouched = own()

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 12)
}

export function replay(input: Uint8Array): void {
  const text = new TextDecoder().decode(input)
  // The parts alone are seldom a session. The text after the first part also replaces a value in a
  // session.
  for (const candidate of [
    text,
    session(tab).replace('"/srv"', text),
    session(tab).replace('"a1"', text),
    session(text),
  ])
    check(readSavedSession(candidate))
  holds(own() === untouched, 'something was written to the objects of the language')
}

function check(saved: SavedSession | null): void {
  if (saved === null) return
  holds(
    saved.windows.length <= savedWindowsMax &&
      saved.windows.every(({ tabs }) => tabs.length <= savedTabsMax),
    'more than is kept',
  )
  for (const { id } of saved.windows.flatMap(({ tabs }) => tabs))
    holds(
      posix.dirname(posix.join('/session', `${id}.out`)) === '/session' && !id.startsWith('.'),
      `the file of ${JSON.stringify(id)} is elsewhere`,
    )
  holds(
    JSON.stringify(readSavedSession(JSON.stringify(saved))) === JSON.stringify(saved),
    'it is read otherwise than it was written',
  )
  const verdict = shallRestore(saved, 'always')
  holds(
    verdict !== true ||
      (saved.attempts < restoreAttemptsMax && saved.windows.some(({ tabs }) => tabs.length > 0)),
    'it is restored for ever',
  )
}
