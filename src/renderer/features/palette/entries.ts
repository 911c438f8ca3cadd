/** What the palette offers. */
import { sessionIn, type SessionId } from '../../../core/ids.ts'
import { integrable } from '../../../agents/state/integration.ts'
import { actionNames, actionTable, type ActionName } from '../../../core/config/keys/actions.ts'
import { used, type Candidate } from './rank.ts'
import { byVerb } from './verbs.ts'
import { optionLabel } from '../../../core/config/label.ts'
import { entries } from '../../../core/config/table.ts'
import { tomlValue } from '../../../core/config/written.ts'
import { gridOptionsOf } from '../../../core/config/grid-options.ts'
import { subtitleOf } from '../../../core/windows/tabs/state-words.ts'
import { isColumn } from '../../../core/windows/tabs/tab-layout.ts'
import { mainNow, wallClock } from '../../clock.ts'
import { labelNow } from '../attention/messages.ts'
import type { Page } from '../../page.ts'

export interface PaletteEntry extends Candidate {
  /** What it stands under while nothing is searched for. */
  readonly heading: string
  /** Drawn softly beside the text. */
  readonly note?: string
  readonly chord?: string | undefined
  /** A session: its stripe and state are drawn. */
  readonly session?: SessionId
  readonly run: () => void
  /** Shows what it would do while it is marked; taken back by `restore`. */
  readonly preview?: () => void
}

export class Palette {
  /** Ids of what was run, the newest first. */
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

  /** Takes back what a preview has shown: another entry is marked, or the palette is left. */
  restore(): void {
    this.#page.looks.preview(null)
  }

  ran(entry: PaletteEntry): void {
    this.recent = used(this.recent, entry.id)
  }
}

/** Beside a label, since "Close" could be anything; they are found by these words too. */
const groupLabels: Readonly<Record<(typeof actionTable)[ActionName]['group'], string>> = {
  tabs: 'tab',
  panes: 'pane',
  attention: 'attention',
  windows: 'window',
  text: 'text',
  scroll: 'scroll',
  view: 'view',
}

/** What most people mean by a word that several actions have: a theme, a split, a font. */
const likely: ReadonlySet<ActionName> = new Set([
  'choose_theme',
  'split_right',
  'font_larger',
  'find',
  'new_tab',
  'close_tab',
  'zoom_pane',
  'settings',
])

/** What people call it who come from elsewhere. */
const synonyms: Readonly<Partial<Record<ActionName, string>>> = {
  split_right: 'divide vertical',
  split_down: 'divide horizontal',
  zoom_pane: 'maximize',
  equalize_panes: 'balance',
  save_layout: 'session workspace',
  toggle_sidebar: 'vertical tabs',
  filter_tabs: 'search narrow',
  tab_list: 'switch tab',
  settings: 'preferences options configuration',
  open_config: 'settings preferences options config.toml',
  reload_config: 'settings preferences',
  show_keys: 'help chords bindings hotkeys',
  choose_theme: 'colors colours dark light appearance',
  next_theme: 'colors colours appearance',
  font_larger: 'zoom in text bigger',
  font_smaller: 'zoom out text',
  font_reset: 'zoom text',
  clear_scrollback: 'history',
  find: 'search',
  copy_mode: 'keyboard selection vi',
  quick_select: 'hints labels links',
  quick_select_open: 'hints labels links files browser',
  quick_select_insert: 'hints labels paste prompt',
  quick_select_edit: 'hints labels files editor',
  mcp_access: 'permission agent allow forget model context protocol',
  page_scrollback: 'less editor history view',
  page_last_output: 'less editor view',
  attention_list: 'notifications waiting agents',
  mute_tab: 'silence notifications',
  quit: 'exit',
}

export function actionEntries(page: Page): PaletteEntry[] {
  const listed = actionNames.filter((name) => name !== 'command_palette')
  const focused = page.state.focused.value
  const view = focused === null ? null : page.state.session(focused)?.value
  // nine rows that nobody looks for stand last
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
      more: `${groupLabels[group]} ${name} ${synonyms[name] ?? ''}`,
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
    page.notices.say(`${label}: not available now`)
    return
  }
  page.notices.add('notice', `${label}: there is none. tabs.position = "left" makes one.`, {
    offer: {
      label: 'Settings',
      run: () => page.overlays.open({ kind: 'settings', filter: 'tabs.position' }),
    },
  })
}

/** Each option, which the settings show then. They have no sign: typing finds them. */
function settingEntries(page: Page): PaletteEntry[] {
  return entries.map(({ name, section, key }) => ({
    id: `=${name}`,
    prefix: '=',
    heading: 'Settings',
    text: `Setting: ${name}`,
    more: `${optionLabel(section)} ${optionLabel(key)}`,
    last: true,
    note: 'setting',
    run: () => page.overlays.open({ kind: 'settings', filter: name }),
  }))
}

function profileEntries(page: Page): PaletteEntry[] {
  return Object.keys(page.state.options.value.profiles).map((name) => ({
    id: `>profile ${name}`,
    prefix: '>',
    heading: 'Profiles',
    text: `New tab with profile ${name}`,
    more: 'profile open',
    note: 'profile',
    run: () => page.tabs.open(name),
  }))
}

/** The tab in view becomes a part of another one, beside its pane with the focus. */
function joinEntries(page: Page): PaletteEntry[] {
  const { active, order } = page.state
  const tab = active.value
  if (tab === null) return []
  return order.value.flatMap((other) => {
    const at = page.state.tab(other)?.focus
    const title = at === undefined ? undefined : page.state.session(sessionIn(at))?.value.title
    if (other === tab || at === undefined || title === undefined) return []
    return [
      {
        id: `>join ${other}`,
        prefix: '>',
        heading: 'Move',
        text: `Move tab into tab: ${title}`,
        more: 'pane join merge split',
        last: true,
        note: 'pane',
        run: () => page.send({ kind: 'tab/join', tab, at, side: 'right' }),
      },
    ]
  })
}

function layoutEntries(page: Page): PaletteEntry[] {
  return page.state.layouts.value.map((name) => ({
    id: `>layout ${name}`,
    prefix: '>',
    heading: 'Layouts',
    text: `Open layout ${name}`,
    more: 'layout window session workspace',
    note: 'layout',
    run: () => page.send({ kind: 'layout/open', name }),
  }))
}

/** Offered for the tab in view, while its state is not a fact and could be, till it is answered. */
export function integrationEntries(page: Page): PaletteEntry[] {
  const focused = page.state.focused.value
  const view = focused === null ? undefined : page.state.session(focused)?.value
  const agent = view?.agent === undefined ? null : integrable(view.agent)
  if (agent === null || page.state.answeredOffers.value.includes(agent)) return []
  const command = `vibeflow integrate ${agent}`
  const entry = (id: string, text: string, run: () => void): PaletteEntry => ({
    id,
    prefix: '>',
    heading: 'Agents',
    text,
    more: 'attention hooks integrate agent',
    note: 'attention',
    run: () => {
      run()
      page.send({ kind: 'offer/answered', agent })
    },
  })
  return [
    entry('>integrate', `Copy "${command}": ${agent} reports its state itself then`, () => {
      page.send({ kind: 'clipboard/write', selection: 'clipboard', text: command })
      page.notices.add('notice', `Copied: ${command}. Run it in a shell, once.`)
    }),
    entry('>integrate_not', `Do not offer "${command}" again`, () => undefined),
  ]
}

/** A switch for this window; once turned, also an entry that keeps it so. */
function readerEntries(page: Page): PaletteEntry[] {
  const { options, facts } = page.state
  const on = gridOptionsOf(options.value, facts.value).screenReader
  const configured = { ...facts.value, readerByHand: null }
  const byHand = on !== gridOptionsOf(options.value, configured).screenReader
  const entry = (id: string, text: string, run: () => void): PaletteEntry => ({
    id: `>${id}`,
    prefix: '>',
    heading: 'Accessibility',
    text,
    more: 'accessibility orca setting',
    note: 'setting',
    run,
  })
  const now = on ? 'on' : 'off'
  return [
    entry('screen_reader', `Turn screen reader mode ${on ? 'off' : 'on'}`, () =>
      facts.set({ ...facts.value, readerByHand: !on }),
    ),
    ...(byHand
      ? [
          entry('screen_reader_keep', `Save screen reader mode: screen_reader = "${now}"`, () =>
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

/**
 * Marked, a theme is shown; taken, it stays until the window closes or the configuration names
 * another one.
 */
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

/** Says for how long the theme stays, and what is written where when it is to stay for good. */
function offerToKeep(page: Page, theme: string): void {
  const option = { name: page.looks.presetOption, value: theme }
  const { file } = page.state.complaint.value
  page.notices.add(
    'notice',
    `${theme}: in this window, until it closes. Keep writes ${option.name} = ` +
      `${tomlValue(theme)} to ${file}.`,
    { offer: { label: 'Keep', run: () => page.send({ kind: 'option/save', option }) } },
  )
}
