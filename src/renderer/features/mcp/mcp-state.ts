/** What the page knows of `vibeflow mcp`. */
import { useEffect, useState } from 'preact/hooks'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import { answerableAfterMs } from '../../../core/mcp/limits.ts'
import { Cell } from '../../state/cell.ts'

type Mcp = Omit<Extract<MainMessage, { kind: 'page/mcp' }>, 'kind'>
export type McpQuestion = NonNullable<Mcp['question']>

export class McpState {
  readonly now = new Cell<Mcp>({ question: null, permissions: [] })
}

/**
 * False while a question has just come into view: a click or key then was meant for what was there
 * before.
 */
export function useAnswerable(question: McpQuestion | null): boolean {
  const [ready, setReady] = useState<number | null>(null)
  const id = question?.id ?? null
  useEffect(() => {
    if (id === null) return undefined
    const timer = setTimeout(() => setReady(id), answerableAfterMs)
    return () => clearTimeout(timer)
  }, [id])
  return id !== null && ready === id
}

/** The question in one line. */
export function titleOf({ wants, tab }: McpQuestion): string {
  const what = wants === 'full' ? 'type into your sessions and open new ones' : 'read your sessions'
  return `${tab === null ? 'A program' : 'A program in a tab'} asks to ${what} (MCP)`
}
