/**
 * `Menu` and `MenuItem`: a complete model with templates, roles, clicks and accelerators, but never
 * drawn.
 */
import { EventEmitter } from 'node:events'
import { ShimEvent } from './event.ts'
import { chordOfAccelerator } from '../page/chord.ts'
import { record } from '../recorded.ts'
import { focus, pages, type Window } from '../run.ts'
import { runRole, roleLabel } from './menu-roles.ts'

export type MenuItemType = 'normal' | 'separator' | 'submenu' | 'checkbox' | 'radio'

export interface MenuItemOptions {
  readonly id?: string
  readonly label?: string
  readonly type?: string
  readonly role?: string
  readonly accelerator?: string
  readonly registerAccelerator?: boolean
  readonly enabled?: boolean
  readonly visible?: boolean
  readonly checked?: boolean
  readonly submenu?: readonly MenuItemOptions[] | Menu
  readonly click?: (item: never, window: never, event: never) => void
}

export class MenuItem {
  readonly id: string
  readonly type: MenuItemType
  readonly role: string | undefined
  readonly accelerator: string | null
  readonly registerAccelerator: boolean
  readonly submenu: Menu | undefined
  label: string
  enabled: boolean
  visible: boolean
  checked: boolean
  menu: Menu | undefined
  /** Runs the item's action, as in Electron. */
  readonly click: (event?: object, window?: Window | null) => void

  constructor(options: MenuItemOptions) {
    const { submenu } = options
    this.submenu =
      submenu === undefined
        ? undefined
        : submenu instanceof Menu
          ? submenu
          : Menu.buildFromTemplate(submenu)
    this.id = options.id ?? ''
    this.type = (options.type ?? (submenu === undefined ? 'normal' : 'submenu')) as MenuItemType
    this.role = options.role?.toLowerCase()
    this.label = options.label ?? roleLabel(this.role) ?? ''
    this.accelerator = options.accelerator ?? null
    this.registerAccelerator = options.registerAccelerator ?? true
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.click = (event = new ShimEvent(), window = focus.window) => {
      if (!this.enabled) return
      if (this.type === 'checkbox') this.checked = !this.checked
      else if (this.type === 'radio') this.#choose()
      if (options.click !== undefined)
        options.click(this as never, (window ?? undefined) as never, event as never)
      else runRole(this.role, window)
    }
  }

  /** Unchecks the other radio items between the same separators. */
  #choose(): void {
    const items = this.menu?.items ?? [this]
    const at = items.indexOf(this)
    const from = items.slice(0, at).findLastIndex((item) => item.type !== 'radio') + 1
    const to = items.findIndex((item, index) => index > at && item.type !== 'radio')
    for (const item of items.slice(from, to < 0 ? items.length : to)) item.checked = item === this
  }
}

let applicationMenu: Menu | null = null

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: readonly (MenuItemOptions | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const entry of template)
      menu.append(entry instanceof MenuItem ? entry : new MenuItem(entry))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
    for (const page of pages.values()) page.updateKeys()
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }

  append(item: MenuItem): void {
    item.menu = this
    this.items.push(item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  /** Records the menu, so that tests can click its items. */
  popup(options: { readonly callback?: () => void } = {}): void {
    record('Menu.popup', this, options)
    this.emit('menu-will-show', new ShimEvent())
  }
}

function* allItems(menu: Menu | null): Iterable<MenuItem> {
  for (const item of menu?.items ?? []) {
    yield item
    if (item.submenu !== undefined) yield* allItems(item.submenu)
  }
}

/** Returns the chords of the application menu's accelerators. */
export function acceleratorChords(): string[] {
  return [...allItems(applicationMenu)].flatMap((item) =>
    (item.accelerator !== null && item.registerAccelerator
      ? [chordOfAccelerator(item.accelerator) ?? []]
      : []
    ).flat(),
  )
}

export function clickAccelerator(chord: string, window: Window | null): void {
  for (const item of allItems(applicationMenu)) {
    if (
      item.accelerator === null ||
      !item.registerAccelerator ||
      !item.enabled ||
      chordOfAccelerator(item.accelerator) !== chord
    )
      continue
    return item.click(new ShimEvent(), window)
  }
}
