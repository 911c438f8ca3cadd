/** The command palette. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { PaletteOverlay } from './palette.tsx'

export const paletteFeature: Feature = (page) => ({
  actions: {
    command_palette: always(() => page.overlays.open({ kind: 'palette' })),
    choose_theme: always(() => page.overlays.open({ kind: 'palette', text: '#' })),
  },
  overlays: { palette: (overlay) => h(PaletteOverlay, overlay) },
})
