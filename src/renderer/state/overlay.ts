/** What can lie over the window: one thing at a time, and it has the keyboard while it does. */
import type { PasteQuestion } from '../../core/paste/paste.ts'

export interface MenuEntry {
  readonly label: string
  /** As drawn beside the label. */
  readonly chord?: string | undefined
  readonly disabled?: boolean
  readonly run: () => void
}

/** Where an overlay was asked for, CSS px. */
export interface Point {
  readonly x: number
  readonly y: number
}

export type Overlay =
  | { readonly kind: 'menu'; readonly label: string; readonly at: Point; readonly entries: readonly (MenuEntry | 'line')[]; readonly byKeys: boolean }
  | { readonly kind: 'tab-list'; readonly filter: string }
  | { readonly kind: 'close-tab'; readonly tab: string; readonly running: string | null; readonly restart: boolean }
  | { readonly kind: 'close-window'; readonly running: readonly string[]; readonly tabs: number }
  | { readonly kind: 'paste'; readonly question: PasteQuestion; readonly paste: (asOneLine: boolean) => void }
