/** The prompt queue that is shown, as the main process sent it last. */
import type { SessionId } from '../../../core/ids.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { PromptQueueAct } from '../../../core/windows/tabs/prompt-queue-view.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'

export class PromptQueues {
  readonly now = new Observable<Extract<MainMessage, { kind: 'queue/state' }> | null>(null)
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  act(session: SessionId, act: PromptQueueAct): void {
    this.#page.send({ kind: 'queue/act', session, do: act })
  }
}
