/** The list of the window's tabs, and the switcher. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { TabList } from './tab-list.tsx'
import { TabSwitcher } from './tab-switcher.tsx'

export const tabListFeature: Feature = (page) => ({
  actions: { tab_list: always(() => page.overlays.open({ kind: 'tab-list', filter: '' })) },
  overlays: { 'tab-list': (overlay) => h(TabList, overlay) },
  layers: [TabSwitcher],
})
