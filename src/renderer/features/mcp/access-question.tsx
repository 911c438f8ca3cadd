/** Which program asks, and the buttons that answer it: in the bar, and in the list. */
import type { JSX } from 'preact'
import type { UserAnswer } from '../../../core/mcp/access.ts'
import { usePage } from '../../page-context.ts'
import { titleOf, useAnswerable, type McpQuestion } from './mcp-state.ts'

export function AccessProgram({ question }: { readonly question: McpQuestion }): JSX.Element {
  const { path, interpreter, lasting, tab } = question
  return (
    <span class="resume-words">
      <span class="resume-title">{titleOf(question)}</span>
      <span class="resume-line soft">
        <code>
          <bdi>{path}</bdi>
        </code>
        {interpreter !== null && (
          <span class="resume-place soft">
            {' '}
            run by <bdi>{interpreter}</bdi>
          </span>
        )}
        {tab !== null && (
          <span class="resume-place soft">
            {' '}
            in the tab <bdi>“{tab}”</bdi>
          </span>
        )}
        {!lasting && <span class="resume-place soft"> (only for this run of it)</span>}
      </span>
    </span>
  )
}

interface ChoicesProps {
  readonly question: McpQuestion
  readonly answered: () => void
}

export function AccessChoices({ question, answered }: ChoicesProps): JSX.Element {
  const page = usePage()
  const ready = useAnswerable(question)
  const button = (label: string, access: UserAnswer) => (
    <button
      class="button"
      disabled={!ready}
      onClick={() => {
        page.send({ kind: 'mcp/answer', question: question.id, access })
        answered()
      }}
    >
      {label}
    </button>
  )
  return (
    <>
      {button('Allow reading', 'read')}
      {question.offers === 'full' && button('Allow everything', 'full')}
      {button('Refuse', 'none')}
      {button('Not now', 'later')}
    </>
  )
}
