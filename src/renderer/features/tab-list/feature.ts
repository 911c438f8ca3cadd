/** The list of the window's tabs. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { TabList } from './tab-list.tsx'

export const tabListFeature: Feature = (page) => ({
  actions: { tab_list: always(() => page.overlays.open({ kind: 'tab-list', filter: '' })) },
  overlays: { 'tab-list': (overlay) => h(TabList, overlay) },
})
