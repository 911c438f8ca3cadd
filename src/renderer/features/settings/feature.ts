/** The settings window, with a field for each option. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { SettingsWindow } from './settings-window.tsx'

export const settingsFeature: Feature = (page) => ({
  actions: { settings: always(() => page.overlays.open({ kind: 'settings', filter: '' })) },
  overlays: { settings: (overlay) => h(SettingsWindow, overlay) },
})
