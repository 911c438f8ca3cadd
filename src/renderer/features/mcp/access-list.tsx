/** Programs that were allowed or refused to use `vibeflow mcp`, and the open question. */
import type { JSX } from 'preact'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AccessQuestion } from './access-question.tsx'
import { McpState } from './mcp-state.ts'

const words = { none: 'denied', read: 'can read', full: 'can read and type' } as const

export function AccessList(): JSX.Element {
  const page = usePage()
  const { question, permissions } = useCell(page.get(McpState).now)
  return (
    <DialogBox title="MCP access" choices={[]}>
      {question !== null && (
        <div class="access-asked" role="group" aria-label="MCP access request">
          <AccessQuestion key={question.id} question={question} answered={() => undefined} />
        </div>
      )}
      {permissions.length === 0 ? (
        <p>
          No program has asked for access yet. Agents connect with <code>vibeflow mcp</code>.
        </p>
      ) : (
        <ul class="access-list">
          {permissions.map(({ path, access }) => (
            <li key={path}>
              <span class="resume-words">
                <code>
                  <bdi>{path}</bdi>
                </code>
                <span class="resume-place soft">{words[access]}</span>
              </span>
              <button
                class="button"
                aria-label={`Remove ${path}`}
                onClick={() => page.send({ kind: 'mcp/forget', path })}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </DialogBox>
  )
}
