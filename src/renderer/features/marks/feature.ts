/** *Mark tab*: the dialog for a tab's color, sign and note. */
import { createElement as h } from 'preact'
import type { Feature } from '../../page/page.ts'
import { MarkDialog } from './mark-dialog.tsx'

export const marksFeature: Feature = (page) => ({
  actions: {
    mark_tab: () => {
      const session = page.state.focused.value
      if (session !== null) page.overlays.open({ kind: 'mark', session })
      return session !== null
    },
  },
  overlays: { mark: (overlay) => h(MarkDialog, { key: overlay.session, ...overlay }) },
})
