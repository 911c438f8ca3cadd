/** Entries of the palette. */
import { sessionIn, type SessionId } from '../../../core/ids.ts'
import { integrable } from '../../../agents/state/integration.ts'
import { otherWords } from '../../../core/config/keys/action-words.ts'
import { actionNames, actionTable, type ActionName } from '../../../core/config/keys/actions.ts'
import { used, type Candidate } from './rank.ts'
import { byVerb } from './verbs.ts'
import { entries, sections } from '../../../core/config/table.ts'
import { tomlValue } from '../../../core/config/written.ts'
import { gridOptionsOf } from '../../../core/config/grid-options.ts'
import { subtitleOf } from '../../../core/windows/tabs/state-words.ts'
import { isColumn } from '../../../core/windows/tabs/tab-layout.ts'
import { mainNow, wallClock } from '../../page/clock.ts'
import { labelNow } from '../attention/messages.ts'
import type { Page } from '../../page/page.ts'

export interface PaletteEntry extends Candidate {
  /** Heading while the field is empty. */
  readonly heading: string
  /** Dim text next to the label. */
  readonly note?: string
  readonly chord?: string | undefined
  /** A session: its stripe and state are drawn. */
  readonly session?: SessionId
  readonly run: () => void
  /** Shows the effect while the entry is selected, until `Appearance.preview(null)`. */
  readonly preview?: () => void
}

export class Palette {
  /** Ids of entries that were run, newest first. */
  recent: readonly string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  entries(): PaletteEntry[] {
    return [
      actionEntries,
      readerEntries,
      integrationEntries,
      profileEntries,
      layoutEntries,
      joinEntries,
      tabEntries,
      settingEntries,
      themeEntries,
    ].flatMap((source) => source(this.#page))
  }

  ran(entry: PaletteEntry): void {
    this.recent = used(this.recent, entry.id)
  }
}

/** Notes next to labels, because "Close" could mean anything. The search also covers them. */
const groupLabels: Readonly<Record<(typeof actionTable)[ActionName]['group'], string>> = {
  tabs: 'tab',
  panes: 'pane',
  attention: 'attention',
  windows: 'window',
  text: 'text',
  scroll: 'scroll',
  view: 'view',
}

/** Actions that a word usually means when several match, such as theme, split or font. */
const likely: ReadonlySet<ActionName> = new Set([
  'choose_theme',
  'split_right',
  'font_larger',
  'find',
  'new_tab',
  'close_tab',
  'zoom_pane',
  'settings',
  'toggle_sidebar',
])

export function actionEntries(page: Page): PaletteEntry[] {
  const listed = actionNames.filter((name) => name !== 'command_palette')
  const focused = page.state.focused.value
  const view = focused === null ? null : page.state.session(focused)?.value
  // nine rows that are rarely wanted come last
  const numbered = (name: string): boolean => name.startsWith('go_to_tab_')
  const ordered = [...listed.filter((name) => !numbered(name)), ...listed.filter(numbered)]
  return byVerb(ordered, (name) => actionTable[name].label).map(({ item: name, heading }) => {
    const { group } = actionTable[name]
    const label = labelNow(name, view)
    return {
      id: `>${name}`,
      prefix: '>',
      heading,
      text: label,
      more: `${groupLabels[group]} ${name} ${otherWords[name] ?? ''}`,
      note: groupLabels[group],
      likely: likely.has(name),
      chord: page.shortcuts.value.label(name),
      run: () => {
        if (!page.perform(name)) sayWhyNot(page, name, label)
      },
    }
  })
}

function sayWhyNot(page: Page, name: ActionName, label: string): void {
  const ofSidebar = name === 'toggle_sidebar' || name === 'filter_tabs'
  if (!ofSidebar || isColumn(page.state.options.value.tabs)) {
    page.notices.say(`“${label}” isn't available right now.`)
    return
  }
  page.notices.add(
    'notice',
    'There is no sidebar. Set tabs.position to "left" or "right" to show one.',
    {
      offer: {
        label: 'Settings',
        run: () => page.overlays.open({ kind: 'settings', filter: 'tabs.position' }),
      },
    },
  )
}

/** Entries of options, which open the settings. They have no prefix. */
function settingEntries(page: Page): PaletteEntry[] {
  return entries.map(({ name, section, option: { label } }) => ({
    id: `=${name}`,
    prefix: '=',
    heading: 'Settings',
    text: `Settings: ${label} (${name})`,
    more: sections[section].title,
    last: true,
    note: 'setting',
    run: () => page.overlays.open({ kind: 'settings', filter: name }),
  }))
}

/** Returns a function that makes entries under one heading. */
const under =
  (heading: string, note: string, more: string) =>
  (id: string, text: string, run: () => void): PaletteEntry => {
    return { id: `>${id}`, prefix: '>', heading, text, more, note, run }
  }

function profileEntries(page: Page): PaletteEntry[] {
  const entry = under('Profiles', 'profile', 'profile open')
  return Object.keys(page.state.options.value.profiles).map((name) =>
    entry(`profile ${name}`, `New tab: ${name}`, () => page.tabs.open(name)),
  )
}

/** Entries that move the active tab next to the focused pane of another tab. */
function joinEntries(page: Page): PaletteEntry[] {
  const { active, order } = page.state
  const tab = active.value
  if (tab === null) return []
  const entry = under('Tabs', 'pane', 'pane join move tab split')
  return order.value.flatMap((other) => {
    const at = page.state.tab(other)?.focus
    const title = at === undefined ? undefined : page.state.session(sessionIn(at))?.value.title
    if (other === tab || at === undefined || title === undefined) return []
    const join = (): void => page.send({ kind: 'tab/join', tab, at, side: 'right' })
    return [
      { ...entry(`join ${other}`, `Merge this tab into “${title}”`, join), last: true as const },
    ]
  })
}

function layoutEntries(page: Page): PaletteEntry[] {
  const entry = under('Layouts', 'layout', 'layout window session workspace')
  return page.state.layouts.value.map((name) =>
    entry(`layout ${name}`, `Open layout ${name}`, () => page.send({ kind: 'layout/open', name })),
  )
}

/** Offers an integration for the active tab's agent if that would report, until answered. */
export function integrationEntries(page: Page): PaletteEntry[] {
  const focused = page.state.focused.value
  const view = focused === null ? undefined : page.state.session(focused)?.value
  const agent = view?.agent === undefined ? null : integrable(view.agent)
  if (agent === null || page.state.answeredOffers.value.includes(agent)) return []
  const command = `vibeflow integrate ${agent}`
  const entry = under('Agents', 'attention', 'attention hooks integrate agent')
  const answered = (): void => page.send({ kind: 'offer/answered', agent })
  return [
    entry('integrate', `Set up hooks for ${agent}: copy “${command}”`, () => {
      page.send({ kind: 'clipboard/write', selection: 'clipboard', text: command })
      page.notices.add('notice', 'Copied. Paste the command into a shell and run it once.')
      answered()
    }),
    entry('integrate_not', `Don't suggest hooks for ${agent} again`, answered),
  ]
}

/** Entries that switch the screen reader mode in this window and, once switched, save it. */
function readerEntries(page: Page): PaletteEntry[] {
  const { options, facts } = page.state
  const on = gridOptionsOf(options.value, facts.value).screenReader
  const configured = { ...facts.value, readerByHand: null }
  const byHand = on !== gridOptionsOf(options.value, configured).screenReader
  const entry = under('Accessibility', 'setting', 'accessibility orca setting')
  const now = on ? 'on' : 'off'
  return [
    entry('screen_reader', `Turn ${on ? 'off' : 'on'} screen reader mode`, () =>
      facts.set({ ...facts.value, readerByHand: !on }),
    ),
    ...(byHand
      ? [
          entry('screen_reader_keep', `Always start with screen reader mode ${now}`, () =>
            page.send({ kind: 'option/save', option: { name: 'ui.screen_reader', value: now } }),
          ),
        ]
      : []),
  ]
}

function tabEntries(page: Page): PaletteEntry[] {
  const now = mainNow()
  return page.state.views().map((view) => ({
    id: `@${view.id}`,
    prefix: '@',
    heading: 'Tabs',
    text: view.title,
    more: `${subtitleOf(view, now, wallClock)} ${view.place}`,
    session: view.id,
    run: () => page.tabs.goTo(view.id),
  }))
}

/** Entries of themes: previewed when selected. A chosen theme stays until the window closes. */
function themeEntries(page: Page): PaletteEntry[] {
  return page.looks.themes().map(({ name }) => ({
    id: `#${name}`,
    prefix: '#',
    heading: 'Themes',
    text: name,
    more: 'theme colors colours',
    note: 'theme',
    preview: () => page.looks.preview(name),
    run: () => {
      if (page.looks.choose(name)) offerToKeep(page, name)
    },
  }))
}

/** Reports how long the theme stays, and offers to write it to the configuration. */
function offerToKeep(page: Page, theme: string): void {
  const option = { name: page.looks.presetOption, value: theme }
  const { file } = page.state.complaint.value
  page.notices.add(
    'notice',
    `Theme “${theme}” applies to this window until you close it. Keep saves ` +
      `${option.name} = ${tomlValue(theme)} in ${file}.`,
    { offer: { label: 'Keep', run: () => page.send({ kind: 'option/save', option }) } },
  )
}
