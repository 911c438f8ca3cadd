/** The list of worktrees that is shown, as the main process sent it last. */
import type { SessionId } from '../../../core/ids.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { WorktreeAct } from '../../../core/windows/worktrees/worktree-view.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'

type State = Extract<MainMessage, { kind: 'worktree/state' }>

export class Worktrees {
  readonly now = new Observable<State | null>(null)
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  act(session: SessionId, act: WorktreeAct): void {
    this.#page.send({ kind: 'worktree/act', session, do: act })
  }

  /** Shows a list, or asks before a worktree is removed. */
  receive(state: State): void {
    const { session, removal } = state
    if (removal === null) this.now.set(state)
    else this.#page.overlays.open({ kind: 'remove-worktree', session, removal })
  }
}
