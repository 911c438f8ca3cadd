/** The program that asks, and the buttons that answer, for the bar and the list. */
import type { JSX } from 'preact'
import type { UserAnswer } from '../../../core/clients/mcp/access.ts'
import { enableAfterMs } from '../../../core/clients/mcp/limits.ts'
import { ConsentText } from '../../overlay/consent/consent-text.tsx'
import { UnreadHint } from '../../overlay/consent/unread-hint.tsx'
import { useConsent, type ConsentState } from '../../overlay/consent/use-consent.ts'
import { McpState, mcpTitle, type McpQuestion } from './mcp-state.ts'
import { usePage } from '../../page/page-context.ts'

interface AccessQuestionProps {
  readonly question: McpQuestion
  readonly answered: () => void
}

/** Asks about one program. Pass the question's id as `key`. */
export function AccessQuestion({ question, answered }: AccessQuestionProps): JSX.Element {
  const { id, path, interpreter, tab } = question
  const asking = useConsent(
    [path, interpreter, tab].filter((one) => one !== null),
    String(id),
    enableAfterMs,
  )
  return (
    <>
      <AccessProgram question={question} asking={asking} />
      <span class="foot-buttons">
        <AccessChoices question={question} asking={asking} answered={answered} />
      </span>
    </>
  )
}

interface AskedProps {
  readonly question: McpQuestion
  readonly asking: ConsentState
}

function AccessProgram({ question, asking }: AskedProps): JSX.Element {
  const { interpreter, lasting, tab } = question
  return (
    <span class="resume-words">
      <span class="resume-title">{mcpTitle(question)}</span>
      <span class="resume-line soft">
        <ConsentText asking={asking} label="Program" inline />
        {interpreter !== null && (
          <span class="resume-place soft">
            {' '}
            with <ConsentText asking={asking} index={1} label="Interpreter" inline />
          </span>
        )}
        {tab !== null && (
          <span class="resume-place soft">
            {' '}
            in tab “
            <ConsentText
              asking={asking}
              index={interpreter === null ? 1 : 2}
              label="Tab title"
              inline
            />
            ”
          </span>
        )}
        {!lasting && <span class="resume-place soft"> (this process only)</span>}
      </span>
      <UnreadHint asking={asking} />
    </span>
  )
}

function AccessChoices({
  question,
  asking,
  answered,
}: AskedProps & Pick<AccessQuestionProps, 'answered'>): JSX.Element {
  const mcp = usePage().get(McpState)
  const button = (label: string, access: UserAnswer) => (
    <button
      class="button"
      disabled={!asking.ready}
      onClick={() => {
        const approval = asking.approve()
        if (approval === null) return
        mcp.answer(approval, question, access)
        answered()
      }}
    >
      {label}
    </button>
  )
  return (
    <>
      {button('Allow reading', 'read')}
      {question.offers === 'full' && button('Allow full control', 'full')}
      {button('Deny', 'none')}
      {button('Ask me later', 'later')}
    </>
  )
}
