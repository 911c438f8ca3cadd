/** Plans an import: which settings of another terminal become options of vibeflow. Pure. */
import type { SavableValue } from '../savable.ts'
import { entries } from '../table.ts'
import { quotedValue } from '../written.ts'
import { written, type Convert, type Foreign, type NamedTheme, type Setting } from './foreign.ts'
import { LuaCall } from './lua.ts'
import { planKeys, type PlannedKeys } from './plan-keys.ts'
import { oneLine, type ImportRow, type Outcome, type OwnConfig } from './rows.ts'

export interface ImportPlan {
  readonly rows: readonly ImportRow[]
  /** Options to write, by section. */
  readonly options: ReadonlyMap<string, SavableValue>
  readonly sends: PlannedKeys['sends']
  /** Colors that the files set, and themes that they name. */
  readonly colors: ReadonlyMap<string, unknown>
  readonly themes: readonly NamedTheme[]
}

export function planImport(
  foreign: Foreign,
  settings: readonly Setting[],
  own: OwnConfig,
): ImportPlan {
  const rows: ImportRow[] = []
  const options = new Map<string, SavableValue>()
  const colors = new Map<string, unknown>()
  const values = new Map<string, unknown[]>()
  for (const setting of settings) {
    const found = foreign.colors(setting)
    const set = [...(found ?? [])].filter(([, value]) => value !== undefined)
    for (const [name, value] of set) colors.set(name, value)
    if (found !== null && set.length === 0) rows.push(unreadRow(setting.name, setting.value))
    if (found !== null || foreign.isBinding(setting.name)) continue
    const before = values.get(setting.name)
    if (before === undefined) values.set(setting.name, [setting.value])
    else before.push(setting.value)
  }
  const named = foreign.themes === undefined ? [] : (values.get(foreign.themes.option) ?? [])
  const themes = named.length === 0 ? [] : (foreign.themes?.read(named.at(-1)) ?? [])
  if (named.length > 0 && themes.length === 0)
    rows.push(unreadRow(foreign.themes?.option ?? '', named.at(-1)))
  for (const [name, all] of values) {
    if (name === foreign.themes?.option || name === foreign.includes?.option) continue
    const from = oneLine(`${name} ${all.map(shown).join(', ')}`)
    const convert = Object.hasOwn(foreign.options, name) ? foreign.options[name] : undefined
    rows.push(
      convert === undefined
        ? { from, outcome: 'skipped', text: 'vibeflow has no such option' }
        : optionRow(from, converted(convert, all, values), own, options),
    )
  }
  const keys = planKeys(foreign, settings, own)
  for (const [name, value] of keys.options) options.set(name, value)
  return {
    rows: [...rows, ...keys.rows],
    options,
    sends: keys.sends,
    colors,
    themes,
  }
}

/** Row of a theme or of colors that have no form of a theme. */
function unreadRow(name: string, value: unknown): ImportRow {
  const from = oneLine(`${name} ${shown(value)}`)
  return { from, outcome: 'skipped', text: 'no colors can be read from it' }
}

function converted(
  convert: Convert,
  all: readonly unknown[],
  values: ReadonlyMap<string, readonly unknown[]>,
): ReturnType<Convert> {
  return convert(all.at(-1), (name) => values.get(name) ?? [])
}

/** Adds the options that the user has not set. */
function optionRow(
  from: string,
  made: ReturnType<Convert>,
  own: OwnConfig,
  options: Map<string, SavableValue>,
): ImportRow {
  if (typeof made === 'string') return { from, outcome: 'skipped', text: made }
  const given = Object.entries(made)
  if (given.length === 0) return { from, outcome: 'unchanged', text: "vibeflow's default" }
  const shell = ownShell(made, own)
  if (shell !== null) return { from, outcome: 'kept', text: shell }
  const lines: string[] = []
  let outcome: Outcome = 'unchanged'
  for (const [name, value] of given) {
    const option = entries.find((entry) => entry.name === name)?.option
    const read = option?.read(value)
    if (option === undefined || read?.ok !== true)
      return { from, outcome: 'skipped', text: `not ${option?.allowed ?? 'an option'}` }
    // a value out of range is written as the nearest one
    const fitting = read.clamped === undefined ? value : (read.value as SavableValue)
    const isSame = equals(own.value(name), read.value)
    lines.push(`${name} = ${quotedValue(isSame || !own.isSet(name) ? fitting : own.value(name))}`)
    if (isSame) continue
    if (own.isSet(name)) {
      if (outcome === 'unchanged') outcome = 'kept'
      continue
    }
    outcome = 'imported'
    options.set(name, fitting)
  }
  return { from, outcome, text: lines.join(', ') }
}

/** The user's own shell. A program never gets the arguments of another one. */
function ownShell(made: Readonly<Record<string, SavableValue>>, own: OwnConfig): string | null {
  if (made['shell.program'] === undefined) return null
  const names = ['shell.program', 'shell.args']
  const isSame = names.every((name) => equals(own.value(name), made[name] ?? []))
  return isSame || !names.some(own.isSet)
    ? null
    : names.map((name) => `${name} = ${quotedValue(own.value(name))}`).join(', ')
}

function equals(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns a value for a row: tables of a file are not shown. */
function shown(value: unknown): string {
  if (value instanceof LuaCall) return [value.name, ...value.args.map(shown)].join(' ')
  return typeof value === 'object' || value === undefined ? '…' : written(value)
}
