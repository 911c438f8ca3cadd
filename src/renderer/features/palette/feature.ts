/** The command palette. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { Conversations } from './conversations.ts'
import { PaletteOverlay } from './palette.tsx'

export const paletteFeature: Feature = (page) => ({
  actions: {
    command_palette: always(() => page.overlays.open({ kind: 'palette' })),
    find_conversation: always(() => page.overlays.open({ kind: 'palette', text: '%' })),
    choose_theme: always(() => page.overlays.open({ kind: 'palette', text: '#' })),
  },
  messages: { 'conversations/found': (found) => page.get(Conversations).received(found) },
  overlays: { palette: (overlay) => h(PaletteOverlay, overlay) },
})
