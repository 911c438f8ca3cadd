/**
 * Adds and removes hooks in an agent's JSON settings like a careful user: other content keeps its
 * order, comments and format. Text in, text out.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  createScanner,
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type JSONPath,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import { type CommandError, failure } from '../../command/exit-codes.ts'
import type { HookShape } from './agents.ts'
import { append, entryOf, formOf, nodeAt, Removal, replaceValue, syntax } from './json-edit.ts'

export interface Wiring {
  /** `vibeflow-emit --hook AGENT`, with its path. */
  readonly command: string
  readonly agent: string
  readonly hooks: HookShape
}

type Json = Readonly<Record<string, unknown>>

/** Nesting limit. Settings have 5 or 6 levels; the parser supports some thousands. */
const depthMax = 500

export const byteOrderMark = '\ufeff'

/**
 * @param text empty for a missing file
 * @throws CommandError if the text is invalid, or if it has other values where hooks belong
 */
export function wire(text: string, wiring: Wiring): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const before = text.slice(mark.length)
  let now = before.trim() === '' ? `{}${formOf(before).eol}` : before
  requireHooks(now, wiring)
  const { version, events } = wiring.hooks
  if (version !== undefined && nodeAt(now, ['version']) === undefined)
    now = append(now, [], 'version', version)
  if (nodeAt(now, ['hooks']) === undefined) now = append(now, [], 'hooks', {})
  for (const event of events) {
    const wanted = hookCommand(wiring, event)
    const [mine] = ours(now, wiring).filter(({ path }) => path[1] === event)
    if (mine !== undefined) {
      if (mine.command !== wanted)
        now = replaceValue(now, [...mine.path, wiring.hooks.command], wanted)
    } else if (nodeAt(now, ['hooks', event]) === undefined) {
      now = append(now, ['hooks'], event, [group(wiring, event)])
    } else {
      now = append(now, ['hooks', event], null, group(wiring, event))
    }
  }
  requireSame(before, now, wiring)
  return mark + now
}

/** Removes all hooks of vibeflow, and containers that become empty. Throws like `wire`. */
export function unwire(text: string, wiring: Wiring): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const before = text.slice(mark.length)
  if (before.trim() === '') return text
  requireHooks(before, wiring)
  const tree = parseTree(before, [], syntax)
  const removal = new Removal(before)
  const events = new Map(
    nodesIn(tree === undefined ? undefined : findNodeAtLocation(tree, ['hooks'])).map((event) => [
      event.children?.[0]?.value as unknown,
      event.children?.[1],
    ]),
  )
  for (const { path } of ours(before, wiring)) {
    const group = nodesIn(events.get(path[1]))[path[2] as number]
    const hook = group === undefined ? undefined : findNodeAtLocation(group, path.slice(3))
    if (hook !== undefined) removal.remove(emptied(hook, path.length, removal))
  }
  const now = removal.text()
  requireSame(before, now, wiring)
  return mark + now
}

/** Returns whether all events are hooked. `command` is that of the sample event. */
export function wiredBy(
  text: string,
  wiring: Wiring,
): { readonly complete: boolean; readonly command: string | null } {
  const plain = text.replace(byteOrderMark, '')
  if (plain.trim() === '') return { complete: false, command: null }
  requireHooks(plain, wiring)
  const mine = ours(plain, wiring)
  const { events, sample } = wiring.hooks
  return {
    complete: events.every((event) => mine.some(({ path }) => path[1] === event)),
    command: mine.find(({ path }) => path[1] === sample)?.command ?? null,
  }
}

/** Returns whether nothing is left of a file that vibeflow created. */
export function isBare(text: string): boolean {
  const all = parse(text, [], syntax) as unknown
  return Object.keys(fields(all)).every((key) => key === 'version')
}

function hookCommand({ command, hooks }: Wiring, event: string): string {
  return hooks.namesEvent === true ? `${command} --event ${event}` : command
}

function group(wiring: Wiring, event: string): Json {
  const { shape, command, untyped, timeout, matched } = wiring.hooks
  const type = untyped === true ? {} : { type: 'command' }
  const hook = { ...type, [command]: hookCommand(wiring, event), ...timeout }
  if (shape === 'flat') return hook
  return { ...(matched?.includes(event) === true ? { matcher: '*' } : {}), hooks: [hook] }
}

interface Mine {
  readonly path: JSONPath
  readonly command: string
}

function ours(text: string, wiring: Wiring): readonly Mine[] {
  const { hooks } = (parse(text, [], syntax) ?? {}) as Json
  return Object.entries((hooks ?? {}) as Json).flatMap(([event, groups]) =>
    listed(groups).flatMap((one, index) => {
      const path = ['hooks', event, index]
      return wiring.hooks.shape === 'flat'
        ? mineOf(one, path, wiring)
        : listed(fields(one)['hooks']).flatMap((hook, at) =>
            mineOf(hook, [...path, 'hooks', at], wiring),
          )
    }),
  )
}

function mineOf(hook: unknown, path: JSONPath, { agent, hooks }: Wiring): readonly Mine[] {
  const command = fields(hook)[hooks.command]
  return typeof command === 'string' && isOurs(command, agent) ? [{ path, command }] : []
}

/** Matches any path, also in hooks that a user wrote. */
function isOurs(command: string, agent: string): boolean {
  return new RegExp(
    `(?:^|[/\\s])vibeflow-emit(?:\\.sh|\\.mjs)?['"]?\\s+--hook[ =]${agent}(?:\\s|$)`,
  ).test(command)
}

/**
 * Returns the outermost value that would be empty without this hook. A group with a matcher and no
 * hook counts as empty. An event, or the object of all events, does not count as empty if it has a
 * comment.
 * @param depth length of the hook's path
 */
function emptied(hook: Node, depth: number, removal: Removal): Node {
  let value = hook
  for (let left = depth; left > 1 && (left === 4 || removal.isOnly(value)); left -= 1) {
    const around = entryOf(value).parent as Node // the path contains it
    if (left <= 3 && removal.hasComment(around)) break
    value = around
  }
  return value
}

function nodesIn(node: Node | undefined): readonly Node[] {
  return node?.children ?? []
}

/**
 * Requires an object without errors and without repeated keys, also in the objects of `keys`.
 * @throws CommandError with the end of a sentence that starts with the file's name
 */
export function requireObject(text: string, keys: readonly string[]): Node {
  const deep = tooDeepAt(text)
  if (deep !== null) throw broken(text, deep, `more than ${depthMax} brackets are open`)
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, syntax)
  const [error] = errors
  if (error !== undefined)
    throw broken(text, error.offset, reasons[printParseErrorCode(error.error)] ?? 'not JSON')
  if (tree?.type !== 'object') throw broken(text, tree?.offset ?? 0, 'expected an object')
  for (const object of [tree, ...keys.map((key) => findNodeAtLocation(tree, [key]))]) {
    const twice = repeated(object)
    if (twice !== null) throw broken(text, twice, 'this key appears twice')
  }
  return tree
}

/** @throws CommandError with the end of a sentence that starts with the file's name */
function requireHooks(text: string, { hooks: { events } }: Wiring): void {
  const tree = requireObject(text, ['hooks'])
  const hooks = findNodeAtLocation(tree, ['hooks'])
  if (hooks !== undefined && hooks.type !== 'object')
    throw broken(text, hooks.offset, 'hooks must be an object')
  for (const event of events) {
    const groups = findNodeAtLocation(tree, ['hooks', event])
    if (groups !== undefined && groups.type !== 'array')
      throw broken(text, groups.offset, `${event} must be a list`)
  }
}

/** Returns where nesting is too deep for the parser, which is recursive. */
function tooDeepAt(text: string): number | null {
  const scanner = createScanner(text, true)
  let depth = 0
  do {
    scanner.scan()
    const first = text[scanner.getTokenOffset()] // for a string, its quote
    if (first === '{' || first === '[') depth += 1
    if (first === '}' || first === ']') depth -= 1
    if (depth > depthMax) return scanner.getTokenOffset()
  } while (scanner.getTokenOffset() < text.length)
  return null
}

/** Returns where a key appears a second time. */
function repeated(node: Node | undefined): number | null {
  const seen = new Set<unknown>()
  for (const { offset, children: [key] = [] } of node?.children ?? []) {
    if (seen.has(key?.value)) return offset
    seen.add(key?.value)
  }
  return null
}

/** Explanations by the error names of jsonc-parser. */
const reasons: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a property name',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected }',
  CloseBracketExpected: 'expected ]',
  EndOfFileExpected: 'expected the end of the file',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string is not closed',
}

function broken(text: string, offset: number, reason: string): CommandError {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/)
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
  return failure(`has an error at ${place}: ${reason}. The file was not changed.`)
}

/** Verifies before a file changes that only hooks of vibeflow differ. */
function requireSame(before: string, after: string, wiring: Wiring): void {
  if (!isDeepStrictEqual(withoutUs(before, wiring), withoutUs(after, wiring)))
    throw failure("can't be edited without losing other settings. The file was not changed.")
}

function withoutUs(text: string, { agent, hooks }: Wiring): unknown {
  const all = (parse(text, [], syntax) ?? {}) as Json
  const isMine = (hook: unknown) => {
    const command = fields(hook)[hooks.command]
    return typeof command === 'string' && isOurs(command, agent)
  }
  const kept = Object.entries((all['hooks'] ?? {}) as Json).flatMap(([event, groups]) => {
    const others = listed(groups).flatMap((one) => {
      if (hooks.shape === 'flat') return isMine(one) ? [] : [one]
      const inner = listed(fields(one)['hooks'])
      const rest = inner.filter((hook) => !isMine(hook))
      if (rest.length === inner.length) return [one]
      return rest.length === 0 ? [] : [{ ...fields(one), hooks: rest }]
    })
    return Array.isArray(groups) && others.length === 0
      ? []
      : [[event, Array.isArray(groups) ? others : groups]]
  })
  const { hooks: _, version: __, ...rest } = all
  return {
    rest,
    version: all['version'] ?? hooks.version,
    hooks: Object.fromEntries(kept as [string, unknown][]),
  }
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function fields(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
