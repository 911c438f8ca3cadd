/**
 * Wraps the command of Claude Code's status line, so that the JSON it gets is also left for
 * vibeflow. The user's command is within the wrapper, byte for byte, and gets the same JSON. It
 * needs no program of vibeflow, so it works without it. Text in, text out.
 */
import { isDeepStrictEqual } from 'node:util'
import { parse, parseTree, findNodeAtLocation, type Node } from 'jsonc-parser'
import { statusSuffix } from '../../../core/clients/socket/paths.ts'
import { failure } from '../../command/exit-codes.ts'
import { byteOrderMark, requireObject } from './json-hooks.ts'
import { append, formOf, nodeAt, Removal, replaceValue, syntax } from './json-edit.ts'

/**
 * A multiplexer keeps the variables of the tab that started it, so nothing is left there. The file
 * appears as a whole.
 */
const first = [
  'vibeflow_json=$(cat); if [ -S "$VIBEFLOW_SOCKET" ] && [ -z "$TMUX$STY$ZELLIJ" ]; then ',
  `(v="\${VIBEFLOW_SOCKET%/*}${statusSuffix}"; umask 077; `,
  `printf '%s' "$vibeflow_json" >"$v.$$" && mv -f "$v.$$" "$v") 2>/dev/null; fi; `,
  `printf '%s\\n' "$vibeflow_json" | {\n`,
].join('')
const last = '\n} # vibeflow integrate claude-limits'

/** Takes the place of the user's command if there is no status line. */
const nothing = 'cat >/dev/null'

const key = 'statusLine'

/**
 * @param text empty for a missing file
 * @throws CommandError if the text is invalid, or its status line is not a command
 */
export function wrapStatusLine(text: string): string {
  const [mark, plain] = parts(text)
  const now = plain.trim() === '' ? `{}${formOf(plain).eol}` : plain
  requireObject(now, [key])
  const command = commandOf(now)
  if (command !== null && unwrapped(command) !== null) return text
  const edited =
    command === null
      ? append(now, [], key, { type: 'command', command: wrapped(nothing) })
      : replaceValue(now, [key, 'command'], wrapped(command))
  return mark + same(now, edited)
}

/** Puts the user's command back, or removes the status line. Throws like `wrapStatusLine`. */
export function unwrapStatusLine(text: string): string {
  const [mark, plain] = parts(text)
  if (plain.trim() === '') return text
  requireObject(plain, [key])
  const own = unwrapped(commandOf(plain) ?? '')
  if (own === null) return text
  if (own !== nothing) return mark + same(plain, replaceValue(plain, [key, 'command'], own))
  const removal = new Removal(plain)
  const tree = parseTree(plain, [], syntax) as Node // it was checked
  removal.remove(findNodeAtLocation(tree, [key]) as Node)
  return mark + same(plain, removal.text())
}

export function isStatusLineWrapped(text: string): boolean {
  const [, plain] = parts(text)
  if (plain.trim() === '') return false
  requireObject(plain, [key])
  return unwrapped(commandOf(plain) ?? '') !== null
}

function wrapped(command: string): string {
  return first + command + last
}

/** Returns the user's command, or `null` if it is not wrapped. */
function unwrapped(command: string): string | null {
  return command.startsWith(first) && command.endsWith(last)
    ? command.slice(first.length, -last.length)
    : null
}

/** Returns the command of the status line; `null` without a status line. */
function commandOf(text: string): string | null {
  if (nodeAt(text, [key]) === undefined) return null
  const { type, command } = (parse(text, [], syntax) as { statusLine: Json | null })[key] ?? {}
  if (type !== 'command' || typeof command !== 'string')
    throw failure(`has a ${key} that is not a command. The file was not changed.`)
  return command
}

type Json = Readonly<Record<string, unknown>>

/** Verifies before a file changes that only the status line differs. */
function same(before: string, after: string): string {
  const others = (text: string): unknown => {
    const { [key]: line, ...rest } = (parse(text, [], syntax) ?? {}) as Json
    const { command: _, ...look } = (line ?? {}) as Json
    return [rest, line === undefined || isDeepStrictEqual(look, { type: 'command' }) ? {} : look]
  }
  if (isDeepStrictEqual(others(before), others(after))) return after
  throw failure("can't be edited without losing other settings. The file was not changed.")
}

function parts(text: string): readonly [string, string] {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  return [mark, text.slice(mark.length)]
}
