/** State of `vibeflow mcp` in the page. */
import type { Approval } from '../../../core/consent/consent.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { UserAnswer } from '../../../core/clients/mcp/access.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'

type Mcp = Omit<Extract<MainMessage, { kind: 'page/mcp' }>, 'kind'>
export type McpQuestion = NonNullable<Mcp['question']>

export class McpState {
  readonly now = new Observable<Mcp>({ question: null, permissions: [] })
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Answers a completely visible question. Its id stands for one program and path. */
  answer(_: Approval, { id: question }: McpQuestion, access: UserAnswer): void {
    this.#page.send({ kind: 'mcp/answer', question, access })
  }
}

export function mcpTitle({ wants, tab }: McpQuestion): string {
  const what = wants === 'full' ? 'read, type into and open sessions' : 'read your sessions'
  return `${tab === null ? 'A program' : 'A program in a tab'} asks to ${what} through MCP`
}
