/** Asks whether a program may use `vibeflow mcp`. Only a click, or the list, answers it. */
import type { JSX } from 'preact'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AccessQuestion } from './access-question.tsx'
import { McpState, mcpTitle } from './mcp-state.ts'

export function AccessBar(): JSX.Element {
  const page = usePage()
  const { question } = useCell(page.get(McpState).now)
  return (
    <>
      {/* Always in the document, because screen readers announce changes of its text. */}
      <div class="for-ears" role="status">
        {question === null
          ? ''
          : `${mcpTitle(question)}: ${question.path}. ` +
            'To answer with the keyboard, run “Manage MCP access” from the command palette.'}
      </div>
      {question !== null && (
        <div
          class="resume-bar access-bar"
          role="group"
          aria-label="MCP access request"
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
