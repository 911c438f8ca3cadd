/** Saves the window's tabs as a layout. The palette opens layouts. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { SaveLayout } from './save-layout.tsx'

export const layoutsFeature: Feature = (page) => ({
  actions: { save_layout: always(() => page.overlays.open({ kind: 'save-layout' })) },
  overlays: { 'save-layout': () => h(SaveLayout, null) },
})
