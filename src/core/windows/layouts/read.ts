/** Reads a layout from a TOML document. Any problem rejects it. */
import type { SourcePlace, ConfigProblem } from '../../config/problem.ts'
import { tomlValue } from '../../config/written.ts'
import { configValueCharactersMax } from '../../config/limits.ts'
import { defined } from '../../../base/objects/defined.ts'
import { isTable, type Table } from '../../../base/objects/is-table.ts'
import { nearest } from '../../../base/numbers/nearest.ts'
import type { KeptSplit } from '../panes/arrangement.ts'
import { panesMax, ratioMin } from '../panes/limits.ts'
import type { SplitAxis, Tree } from '../panes/tree.ts'
import { safeText } from '../../../base/text/safe-text.ts'
import { shellLine, type Command } from '../../../base/command.ts'
import type { SavedLayout, LayoutPane } from './layout.ts'
import {
  layoutCommandCharactersMax,
  folderCharactersMax,
  layoutPanesMax,
  layoutProblemsMax,
  layoutTabsMax,
  layoutTitleCharactersMax,
} from './limits.ts'

interface LayoutDocument {
  /** Path of the file. */
  readonly file: string
  readonly table: Readonly<Record<string, unknown>>
  readonly placeOf: (key: string) => SourcePlace | null
}

export type ReadLayout =
  | { readonly layout: SavedLayout }
  /** At least one. */
  | { readonly problems: readonly ConfigProblem[] }

/** @param absolute resolves a written directory against the file and the user's home */
export function readLayout(
  document: LayoutDocument,
  absolute: (folder: string) => string,
): ReadLayout {
  const reader = new Reader(document, absolute)
  const layout = reader.layout()
  return reader.problems.length > 0 || layout === null ? { problems: reader.problems } : { layout }
}

const paneKeys = ['command', 'folder', 'profile', 'focus']
const splitKeys = ['split', 'sizes', 'panes', 'folder', 'profile']
/** Keys of a tab in addition to those of its pane or split. */
const tabKeys = ['title', 'zoomed']
const paneOnly = ['command', 'focus']
const axes: Readonly<Record<string, SplitAxis>> = { right: 'row', down: 'column' }

/** Values that panes inherit from enclosing tables. */
type Inherited = Pick<LayoutPane, 'folder' | 'profile'>

class Reader {
  readonly problems: ConfigProblem[] = []
  readonly #document: LayoutDocument
  readonly #absolute: (folder: string) => string
  readonly #panes: LayoutPane[] = []
  /** Panes with `focus = true`: their indices, and the keys of their tables. */
  readonly #focused: { readonly at: number; readonly key: string }[] = []

  constructor(document: LayoutDocument, absolute: (folder: string) => string) {
    this.#document = document
    this.#absolute = absolute
  }

  layout(): SavedLayout | null {
    const { table } = this.#document
    this.#known(table, '', ['tabs', 'active', 'folder', 'profile'])
    const inherited = this.#inherited(table, '', {})
    const tabs = table['tabs']
    if (!Array.isArray(tabs) || tabs.length === 0 || tabs.length > layoutTabsMax) {
      this.#wrong('tabs', tabs, `1 to ${layoutTabsMax} [[tabs]] tables`)
      return null
    }
    const splits: KeptSplit[] = []
    const fronts: number[] = []
    tabs.forEach((tab: unknown, index) => {
      const split = this.#tab(tab, `tabs[${index}]`, inherited, fronts)
      if (split !== null) splits.push(split)
    })
    const { active = 1 } = table
    const front = typeof active === 'number' ? fronts[active - 1] : undefined
    if (front === undefined)
      this.#wrong('active', active, `the number of a tab, 1 to ${tabs.length}`)
    return { panes: this.#panes, splits, active: front ?? 0 }
  }

  /** Reads a tab; `null` if it is one pane or invalid. Appends the focused pane to `fronts`. */
  #tab(value: unknown, key: string, inherited: Inherited, fronts: number[]): KeptSplit | null {
    const first = this.#panes.length
    const tree = this.#tree(value, key, inherited, 0, tabKeys)
    const count = this.#panes.length - first
    if (count > panesMax) this.#say(key, `this tab has ${count} panes; the maximum is ${panesMax}.`)
    const [{ at: focus } = { at: first }, second] = this.#focused.filter(({ at }) => at >= first)
    if (second !== undefined)
      this.#say(`${second.key}.focus`, 'only one pane of a tab can have focus = true.')
    fronts.push(focus)
    if (!isTable(value)) return null
    const title = this.#text(value, key, 'title', layoutTitleCharactersMax)
    const front = this.#panes[focus]
    if (title !== undefined && front !== undefined) this.#panes[focus] = { ...front, title }
    const { zoomed = false } = value
    if (typeof zoomed !== 'boolean') this.#wrong(`${key}.zoomed`, zoomed, 'true or false')
    return tree === null || typeof tree === 'string'
      ? null
      : { tree, zoomed: zoomed === true, focus: String(focus) }
  }

  /** Reads a pane, or a split with its panes; `null` if invalid. */
  #tree(
    value: unknown,
    key: string,
    around: Inherited,
    depth: number,
    more: readonly string[] = [],
  ): Tree<string> | null {
    if (!isTable(value)) {
      this.#wrong(key, value, 'a table such as { command = "npm test" }')
      return null
    }
    const inherited = this.#inherited(value, key, around)
    if (!('panes' in value) && !('split' in value) && !('sizes' in value)) {
      this.#known(value, key, [...paneKeys, ...more])
      return this.#pane(value, key, inherited)
    }
    this.#known(value, key, [...splitKeys, ...more], paneOnly)
    return this.#split(value, key, inherited, depth)
  }

  #split(value: Table, key: string, inherited: Inherited, depth: number): Tree<string> | null {
    const { panes, split } = value
    const axis = typeof split === 'string' && Object.hasOwn(axes, split) ? axes[split] : undefined
    if (axis === undefined) this.#wrong(`${key}.split`, split, '"right" (side by side) or "down"')
    for (const name of paneOnly)
      if (value[name] !== undefined && value[name] !== false)
        this.#say(`${key}.${name}`, `a split can't have ${name}. Move it to one of the panes.`)
    if (!Array.isArray(panes) || panes.length < 2 || panes.length > panesMax) {
      this.#wrong(`${key}.panes`, panes, `a list of 2 to ${panesMax} panes`)
      return null
    }
    if (depth >= panesMax) {
      this.#say(`${key}.panes`, `panes can be nested up to ${panesMax} levels deep.`)
      return null
    }
    const sizes = this.#sizes(value, key, panes.length)
    const trees = panes.map((one: unknown, index) =>
      this.#tree(one, `${key}.panes[${index}]`, inherited, depth + 1),
    )
    if (axis === undefined || sizes === null || trees.includes(null)) return null
    return sideBySide(trees as readonly Tree<string>[], sizes, axis) // none is null
  }

  /** Reads the shares of the panes; `null` if invalid. */
  #sizes({ sizes }: Table, key: string, count: number): readonly number[] | null {
    if (sizes === undefined) return Array.from({ length: count }, () => 1)
    if (
      Array.isArray(sizes) &&
      sizes.length === count &&
      sizes.every((one) => typeof one === 'number' && one > 0 && one <= 10_000)
    )
      return sizes
    this.#wrong(`${key}.sizes`, sizes, `a list of ${count} positive numbers, one for each pane`)
    return null
  }

  #pane(value: Table, key: string, inherited: Inherited): Tree<string> | null {
    if (this.#panes.length >= layoutPanesMax) {
      if (this.#panes.length === layoutPanesMax)
        this.#say(key, `a layout can have up to ${layoutPanesMax} panes in total.`)
      return null
    }
    const command = this.#command(value['command'], `${key}.command`)
    const { focus = false } = value
    if (typeof focus !== 'boolean') this.#wrong(`${key}.focus`, focus, 'true or false')
    const at = this.#panes.length
    if (focus === true) this.#focused.push({ at, key })
    this.#panes.push({ ...inherited, ...(command === null ? {} : { command }) })
    return String(at)
  }

  /** Reads a command; `null` if there is none or it is invalid. */
  #command(value: unknown, key: string): Command | null {
    if (value === undefined) return null
    const words: unknown = typeof value === 'string' ? [value] : value
    if (
      !Array.isArray(words) ||
      words.length === 0 ||
      !words.every((word): word is string => typeof word === 'string') ||
      words[0] === ''
    ) {
      this.#wrong(
        key,
        value,
        'a command line for /bin/sh, or a list of a program and its arguments',
      )
      return null
    }
    if (!this.#plain(words.join(' '), key, layoutCommandCharactersMax)) return null
    if (typeof value === 'string') return shellLine(value)
    const [program = '', ...args] = words
    return { program, args }
  }

  #inherited(value: Table, key: string, around: Inherited): Inherited {
    const folder = this.#text(value, key, 'folder', folderCharactersMax)
    const profile = this.#text(value, key, 'profile', 64)
    const absolute = folder === undefined ? undefined : this.#absolute(folder)
    return { ...around, ...defined({ folder: absolute, profile }) }
  }

  #text(value: Table, above: string, name: string, max: number): string | undefined {
    const text = value[name]
    const key = above === '' ? name : `${above}.${name}`
    if (text === undefined) return undefined
    if (typeof text !== 'string' || text === '') this.#wrong(key, text, 'a string')
    else if (this.#plain(text, key, max)) return text
    return undefined
  }

  /** Whether it can be shown unchanged, without invisible, control or direction characters. */
  #plain(text: string, key: string, max: number): boolean {
    if (text.length > max)
      this.#say(key, `${nameOf(key)} has ${text.length} characters; the maximum is ${max}.`)
    else if (safeText(text, text.length) !== text)
      this.#say(key, `${nameOf(key)} contains an invisible character: ${quoted(text)}. Remove it.`)
    else return true
    return false
  }

  /** @param reported keys with an error of their own */
  #known(
    value: Table,
    key: string,
    names: readonly string[],
    reported: readonly string[] = [],
  ): void {
    for (const name of Object.keys(value)) {
      if (names.includes(name) || reported.includes(name)) continue
      const meant = nearest(name, names)
      this.#say(
        key === '' ? name : `${key}.${name}`,
        `unknown key ${quoted(name)}. ` +
          (meant === null ? `Allowed: ${names.join(', ')}.` : `Did you mean ${meant}?`),
      )
    }
  }

  #wrong(key: string, value: unknown, allowed: string): void {
    this.#say(
      key,
      value === undefined
        ? `${nameOf(key)} is missing. Allowed: ${allowed}.`
        : `invalid value for ${nameOf(key)}: ${quoted(value)}. Allowed: ${allowed}.`,
    )
  }

  #say(key: string, text: string): void {
    if (this.problems.length >= layoutProblemsMax) return
    const { file, placeOf } = this.#document
    const place = placeOf(key)
    this.problems.push({ kind: 'layout', severity: 'error', key, file, place, text })
  }
}

/** Nests panes to the right of, or below, the earlier ones. */
function sideBySide(
  trees: readonly Tree<string>[],
  sizes: readonly number[],
  axis: SplitAxis,
): Tree<string> {
  const [first, ...rest] = trees
  const [size = 1, ...others] = sizes
  if (first === undefined) throw new RangeError('a split of nothing')
  if (rest.length === 0) return first
  const all = others.reduce((sum, one) => sum + one, size)
  const ratio = Math.min(1 - ratioMin, Math.max(ratioMin, size / all))
  return { axis, ratio, first, second: sideBySide(rest, others, axis) }
}

/** Returns a name for people, counting from 1: `command of tabs[1].panes[2]`. */
function nameOf(key: string): string {
  const counted = key.replace(/\[(\d+)\]/g, (_, at: string) => `[${Number(at) + 1}]`)
  const dot = counted.lastIndexOf('.')
  return dot === -1 ? counted : `${counted.slice(dot + 1)} of ${counted.slice(0, dot)}`
}

/** Returns a value on one line, truncated, without walking further than shown. */
function quoted(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : 'a table'
  const text = tomlValue(value)
  return text.length > configValueCharactersMax
    ? `${text.slice(0, configValueCharactersMax)}…`
    : text
}
