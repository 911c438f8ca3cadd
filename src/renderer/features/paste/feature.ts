/** Pastes from the clipboard and the primary selection. */
import { always, type Feature } from '../../page/page.ts'
import { PasteFlow } from './paste-flow.ts'

export const pasteFeature: Feature = (page) => {
  const flow = page.get(PasteFlow)
  const paste = (selection: 'clipboard' | 'primary'): void => {
    const id = page.state.focused.value
    page.panes.shown?.mode?.end()
    if (id !== null) flow.begin(id, selection)
  }
  return {
    actions: {
      paste: always(() => paste('clipboard')),
      paste_primary: always(() => paste('primary')),
    },
    messages: {
      'clipboard/text': (message) => flow.received(message),
      'clipboard/waits': (message) => flow.waits(message),
      'session/paste-progress': (message) => page.state.setPaste(message),
    },
    grids: {
      paste: (grid) => flow.begin(grid.id, 'clipboard'),
      pastePrimary: (grid) => {
        if (page.state.options.value.clipboard.primary) flow.begin(grid.id, 'primary')
      },
    },
  }
}
