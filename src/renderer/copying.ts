/** What is selected in the grid in view goes to a clipboard. */
import { clipboardTextMax } from '../core/ipc/limits.ts'
import { selectionTargets } from '../core/view/hands.ts'
import type { Page } from './page.ts'

/** The user asks for it. */
export function copy(page: Page): void {
  const text = page.panes.shown?.selectedText ?? ''
  if (text === '') return
  if (text.length > clipboardTextMax) { page.notices.add('error', 'Nothing was copied: the text is larger than 16 MiB. Select less of it.'); return }
  page.send({ kind: 'clipboard/write', selection: 'clipboard', text })
  page.notices.say('Copied')
}

/** Something has been selected (`clipboard.primary`, `copy_on_select`). */
export function copySelected(page: Page, text: string): void {
  for (const selection of selectionTargets(page.state.options.value)) page.send({ kind: 'clipboard/write', selection, text })
}
