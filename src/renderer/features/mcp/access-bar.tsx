/**
 * A program asks to use `vibeflow mcp`. It takes neither focus nor keys: what is typed goes to the
 * terminal, and only a click, or the list of the palette, answers.
 */
import type { JSX } from 'preact'
import { usePage } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AccessQuestion } from './access-question.tsx'
import { McpState, mcpTitle } from './mcp-state.ts'

export function AccessBar(): JSX.Element {
  const page = usePage()
  const { question } = useCell(page.get(McpState).now)
  return (
    <>
      {/* There before its words are: a screen reader announces what changes in it. */}
      <div class="for-ears" role="status">
        {question === null
          ? ''
          : `${mcpTitle(question)}: ${question.path}. The command palette has Access of programs.`}
      </div>
      {question !== null && (
        <div
          class="resume-bar access-bar"
          role="group"
          aria-label="Access of a program"
          onMouseDown={(event) => event.preventDefault()}
        >
          <AccessQuestion
            key={question.id}
            question={question}
            answered={() => page.panes.shown?.focus()}
          />
        </div>
      )}
    </>
  )
}
