/** The settings: the options of the configuration as fields, each of which writes its line. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page.ts'
import { SettingsWindow } from './settings-window.tsx'

export const settingsFeature: Feature = (page) => ({
  actions: { settings: always(() => page.overlays.open({ kind: 'settings', filter: '' })) },
  overlays: { settings: (overlay) => h(SettingsWindow, overlay) },
})
