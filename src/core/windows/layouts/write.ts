/** Writes a window's tabs as a layout file in a person's style. Pure. */
import { tomlValue } from '../../config/written.ts'
import { panesOf, type Split, type SplitAxis, type Tree } from '../panes/tree.ts'
import { safeText } from '../../../base/text/safe-text.ts'
import { lineOf, type Command } from '../../../base/command.ts'
import type { SavedLayout } from './layout.ts'
import { layoutCommandCharactersMax, layoutPanesMax, layoutTabsMax } from './limits.ts'

/** `notes`: a sentence for each omitted part. */
interface WrittenLayout {
  readonly text: string
  readonly notes: readonly string[]
}

/** @returns a sentence if a layout can't hold it */
export function layoutText(layout: SavedLayout, home: string): WrittenLayout | { problem: string } {
  const tabs = tabsOf(layout)
  if (tabs.length === 0) return { problem: "Nothing to save: pager tabs aren't part of a layout." }
  if (tabs.length > layoutTabsMax || layout.panes.length > layoutPanesMax)
    return {
      problem:
        `Can't save ${tabs.length} tabs with ${layout.panes.length} panes: a layout can have up ` +
        `to ${layoutTabsMax} tabs and ${layoutPanesMax} panes. Close some, or move them to ` +
        'another window.',
    }
  const notes: string[] = []
  const lines = [
    '# A vibeflow layout. Commands run only when you press Start.',
    `active = ${tabs.findIndex((tab) => panesOf(tab.tree).includes(String(layout.active))) + 1}`,
  ]
  for (const { tree, focus, zoomed } of tabs) {
    const title = layout.panes[Number(panesOf(tree)[0])]?.title
    const front = layout.panes[Number(focus)]
    lines.push('', '[[tabs]]')
    const named = front?.title ?? title
    if (named !== undefined) lines.push(`title = ${tomlValue(named)}`)
    if (zoomed) lines.push('zoomed = true')
    const write: Writing = { layout, home, focus, notes }
    if (typeof tree === 'string')
      for (const [key, value] of Object.entries(paneEntries(tree, write, false)))
        lines.push(`${key} = ${tomlValue(value)}`)
    else for (const line of splitLines(tree, '', write)) lines.push(line)
  }
  return { text: `${lines.join('\n')}\n`, notes }
}

interface TabTree {
  readonly tree: Tree<string>
  readonly focus: string
  readonly zoomed: boolean
}

function tabsOf({ panes, splits }: SavedLayout): readonly TabTree[] {
  const tabs: TabTree[] = []
  for (let at = 0; at < panes.length; at += 1) {
    const pane = String(at)
    const split = splits.find(({ tree }) => panesOf(tree).includes(pane))
    if (split === undefined) tabs.push({ tree: pane, focus: pane, zoomed: false })
    else if (panesOf(split.tree)[0] === pane)
      tabs.push({ tree: split.tree, focus: split.focus ?? pane, zoomed: split.zoomed })
  }
  return tabs
}

interface Writing {
  readonly layout: SavedLayout
  readonly home: string
  readonly focus: string
  readonly notes: string[]
}

/** Writes a split as keys of the enclosing table. */
function splitLines(tree: Split<string>, indent: string, write: Writing): string[] {
  const { sides, sizes } = along(tree, tree.axis)
  const isEven = sizes.every((size) => size === sizes[0])
  return [
    `${indent}split = ${tree.axis === 'row' ? '"right"' : '"down"'}`,
    ...(isEven ? [] : [`${indent}sizes = ${list(sizes)}`]),
    `${indent}panes = [`,
    ...sides.map((side) => `${indent}  ${sideText(side, write)},`),
    `${indent}]`,
  ]
}

/** Writes a side within a list, where TOML tables are on one line. */
function sideText(tree: Tree<string>, write: Writing): string {
  if (typeof tree === 'string') return tomlValue(paneEntries(tree, write, true))
  const { sides, sizes } = along(tree, tree.axis)
  const isEven = sizes.every((size) => size === sizes[0])
  return (
    `{ split = ${tree.axis === 'row' ? '"right"' : '"down"'}, ` +
    (isEven ? '' : `sizes = ${list(sizes)}, `) +
    `panes = [${sides.map((side) => sideText(side, write)).join(', ')}] }`
  )
}

/**
 * Returns the sides of one row or column, and their shares in percent, as the reader expects them.
 */
function along(
  tree: Tree<string>,
  axis: SplitAxis,
): { sides: readonly Tree<string>[]; sizes: readonly number[] } {
  const sides: Tree<string>[] = []
  const sizes: number[] = []
  let rest: Tree<string> = tree
  let room = 100
  while (typeof rest !== 'string' && rest.axis === axis) {
    sides.push(rest.first)
    sizes.push(rounded(room * rest.ratio))
    room *= 1 - rest.ratio
    rest = rest.second
  }
  return { sides: [...sides, rest], sizes: [...sizes, rounded(room)] }
}

/** TOML lists have one type: all integers, or none. */
function list(sizes: readonly number[]): string {
  const isWhole = sizes.every((size) => Number.isInteger(size))
  return `[${sizes.map((size) => (isWhole ? String(size) : size.toFixed(2))).join(', ')}]`
}

function rounded(percent: number): number {
  return Math.max(0.01, Math.round(100 * percent) / 100)
}

function paneEntries(pane: string, write: Writing, inSplit: boolean): Record<string, unknown> {
  const { layout, home, focus, notes } = write
  const { command, folder, profile } = layout.panes[Number(pane)] ?? {}
  const written = command === undefined ? null : commandValue(command)
  if (written === 'unfit')
    notes.push(
      `A command was omitted (longer than ${layoutCommandCharactersMax} characters or with ` +
        'invisible characters). Its pane will open a shell.',
    )
  const isPlain = folder !== undefined && safeText(folder, folder.length) === folder
  return {
    ...(written === null || written === 'unfit' ? {} : { command: written }),
    ...(isPlain ? { folder: underHome(folder, home) } : {}),
    ...(profile === undefined ? {} : { profile }),
    ...(inSplit && pane === focus ? { focus: true } : {}),
  }
}

function commandValue(command: Command) {
  const value = lineOf(command) ?? [command.program, ...command.args]
  const text = typeof value === 'string' ? value : value.join(' ')
  return text.length > layoutCommandCharactersMax || safeText(text, text.length) !== text
    ? 'unfit'
    : value
}

/** Returns `~/api` for paths in the home directory. */
function underHome(folder: string, home: string): string {
  return folder === home
    ? '~'
    : folder.startsWith(`${home}/`)
      ? `~${folder.slice(home.length)}`
      : folder
}
