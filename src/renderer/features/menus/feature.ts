/** Context menus of grids and tabs. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { Menu } from './menu.tsx'
import { openGridMenu, openMenuHere } from './menus.ts'

export const menusFeature: Feature = (page) => ({
  actions: { context_menu: always(() => openMenuHere(page)) },
  overlays: { menu: (overlay) => h(Menu, overlay) },
  grids: { menu: (grid, at) => openGridMenu(page, grid, at) },
})
