/** Shortcuts in the first tab, the list of all, and the started sequence. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { FirstTabHint } from './first-tab-hint.tsx'
import { KeyList } from './key-list.tsx'
import { RecordKeys } from './record-keys.tsx'
import { StartedSequence } from './started-sequence.tsx'

export const helpFeature: Feature = (page) => ({
  actions: { show_keys: always(() => page.overlays.open({ kind: 'keys' })) },
  overlays: {
    keys: (overlay) => h(KeyList, overlay),
    'record-keys': (overlay) => h(RecordKeys, overlay),
  },
  layers: [FirstTabHint, StartedSequence],
})
