/** Overlays of the window: one at a time, which has the keyboard. */
import type { SessionId, TabId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { ActionName } from '../../core/config/keys/actions.ts'
import type { Approval } from '../../core/consent/consent.ts'
import type { LinkQuestion } from '../../core/links/link-question.ts'
import type { WorktreeRemoval } from '../../core/windows/worktrees/worktree-view.ts'
import type { PasteDetails } from '../../core/consent/paste.ts'

export interface MenuEntry {
  readonly label: string
  /** Shortcut next to the label. */
  readonly chord?: string | undefined
  readonly disabled?: boolean
  readonly run: () => void
}

/** Position at which an overlay was requested, CSS px. */
export interface PagePoint {
  readonly x: number
  readonly y: number
}

interface KeyListState {
  readonly filter: string
  readonly changes: boolean
}

export type Overlay =
  | UserQuestion
  | {
      readonly kind: 'menu'
      readonly label: string
      readonly at: PagePoint
      readonly entries: readonly (MenuEntry | 'line')[]
      readonly byKeys: boolean
    }
  | { readonly kind: 'tab-list'; readonly filter: string }
  /** `text` is already typed. */
  | { readonly kind: 'palette'; readonly text?: string }
  /** `filter`: text of the search field. `changes`: Enter changes the keys of an action. */
  | {
      readonly kind: 'keys'
      readonly filter?: string
      readonly changes?: boolean
      /** The selected row. */
      readonly at?: ActionName
    }
  /** `list`: the list of shortcuts, which opens afterwards. */
  | { readonly kind: 'record-keys'; readonly action: ActionName; readonly list: KeyListState }
  | { readonly kind: 'broadcast' }
  | { readonly kind: 'save-layout' }
  | { readonly kind: 'mcp-access' }
  | { readonly kind: 'mark'; readonly session: SessionId }
  /** `filter` is already typed. */
  | { readonly kind: 'settings'; readonly filter: string }
  | { readonly kind: 'attention' }
  | { readonly kind: 'why'; readonly session: SessionId }
  | { readonly kind: 'prompt-queue'; readonly session: SessionId }
  /** `isNew`: rows that create a worktree come first. */
  | { readonly kind: 'worktrees'; readonly session: SessionId; readonly isNew: boolean }

type CloseKind = 'tab/close' | 'pane/close' | 'session/restart'
type WithoutForce<M> = M extends unknown ? Omit<M, 'force' | 'end'> : never

/** Asked before something is lost or sent. Nothing replaces it before it is answered. */
export type UserQuestion =
  | {
      readonly kind: 'close'
      /** The message that the page sends, with `force`, when the user confirms. */
      readonly confirm: WithoutForce<PageMessage & { kind: CloseKind }>
      /** The loss; '' without one. */
      readonly sentence: string
      /** Processes that would keep running. */
      readonly left?: readonly string[] | undefined
    }
  | {
      readonly kind: 'close-tabs'
      readonly tabs: TabId[]
      /** One per tab that would lose something. */
      readonly sentences: readonly string[]
      /** Processes that would keep running. */
      readonly left?: readonly string[] | undefined
    }
  | {
      readonly kind: 'close-window'
      readonly sentences: readonly string[]
      readonly tabs: number
      /** How many of the tabs are in the drop-down window. */
      readonly inDropDown?: number | undefined
      readonly quit: boolean
      /** The programs keep running. */
      readonly keeps?: boolean | undefined
      /** Processes that would keep running although the programs end. */
      readonly left?: readonly string[] | undefined
    }
  | {
      readonly kind: 'open-link'
      readonly session: SessionId
      readonly question: LinkQuestion
    }
  | {
      readonly kind: 'paste'
      readonly session: SessionId
      readonly question: PasteDetails
      readonly into: number
      /** The image whose path is pasted. */
      readonly image?: PastedPicture | undefined
      readonly paste: (approval: Approval) => void
    }
  | {
      readonly kind: 'remove-worktree'
      readonly session: SessionId
      readonly removal: WorktreeRemoval
    }
  | { readonly kind: 'resume'; readonly offers: readonly ResumePrompt[] }

/** The file of a pasted image, and its description. */
export interface PastedPicture {
  readonly words: string
  readonly bytes: Uint8Array
}

/** A tab's offer to resume its agent, as it was when the question opened. */
export interface ResumePrompt {
  readonly id: SessionId
  readonly title: string
  /** Name of the agent, and of its session. */
  readonly agent: string
  readonly session: string
  /** Exact command line, and the directory where it runs. */
  readonly command: string
  readonly directory: string
}

export function isQuestion(overlay: Overlay | null): overlay is UserQuestion {
  return /^(?:close|close-tabs|close-window|paste|open-link|remove-worktree|resume)$/.test(
    overlay?.kind ?? '',
  )
}

export function sameQuestion(one: UserQuestion, other: UserQuestion): boolean {
  if (one.kind === 'close' && other.kind === 'close')
    return JSON.stringify(one.confirm) === JSON.stringify(other.confirm)
  if (one.kind === 'close-tabs' && other.kind === 'close-tabs')
    return one.tabs.join(' ') === other.tabs.join(' ')
  if (one.kind === 'paste' && other.kind === 'paste') return one.session === other.session
  return one.kind === other.kind
}
