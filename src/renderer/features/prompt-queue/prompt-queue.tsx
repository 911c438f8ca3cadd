/** The panel of a tab's prompt queue: what waits for its agent, and a field for the next prompt. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { SessionId } from '../../../core/ids.ts'
import {
  promptUnitsMax,
  type PromptQueueAct,
  type QueuedPrompt,
} from '../../../core/windows/tabs/prompt-queue-view.ts'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AttentionState } from '../attention/attention-state.ts'
import { PromptQueues } from './prompt-queues.ts'

/** Interval of reading the queue while it is shown, ms. */
const readMs = 500

export function PromptQueuePanel({ session }: { readonly session: SessionId }): JSX.Element {
  const { state, act } = useQueue(session)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  /** The last saved text, which returns to the field if it is refused. */
  const saved = useRef<{ readonly text: string; readonly edited: number | null } | null>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (state?.problem == null) return
    setProblem(state.problem)
    const back = saved.current
    saved.current = null
    if (back === null || field.current?.value !== '') return
    setText(back.text)
    setEdited(back.edited)
  }, [state])
  const { prompts = [], paused = null, waitsFor = '' } = state?.queue ?? {}
  const isEditing = edited !== null && prompts.some(({ id }) => id === edited)

  const save = (): void => {
    setProblem('')
    saved.current = { text, edited: isEditing ? edited : null }
    act(isEditing ? { act: 'edit', id: edited, text } : { act: 'add', text, guess: false })
    setText('')
    setEdited(null)
    field.current?.focus()
  }
  return (
    <DialogBox title={`Prompt queue of ${useTitle(session)}`} choices={[]}>
      {paused !== null && (
        <div class="queue-paused" role="status">
          <span>Paused: {paused}</span>
          <button class="button" onClick={() => act({ act: 'resume' })}>
            Resume
          </button>
        </div>
      )}
      {prompts.length === 0 ? (
        <p>
          vibeflow types a prompt when the agent is idle, its prompt is empty, and you are not
          typing.
        </p>
      ) : (
        <ol class="access-list queue-list" aria-label="Queued prompts">
          {prompts.map((prompt, at) => (
            <Row
              key={prompt.id}
              prompt={prompt}
              waitsFor={at === 0 && paused === null ? waitsFor : ''}
              isFirst={at === 0}
              isLast={at === prompts.length - 1}
              act={(what) => {
                setProblem('')
                saved.current = null
                act(what)
              }}
              edit={() => {
                setEdited(prompt.id)
                setText(prompt.text)
                field.current?.focus()
              }}
            />
          ))}
        </ol>
      )}
      <textarea
        class="layout-name queue-field"
        ref={field}
        value={text}
        rows={4}
        maxLength={promptUnitsMax}
        aria-label={isEditing ? 'Edited prompt' : 'New prompt'}
        placeholder="Enter queues the prompt. Shift+Enter starts a new line."
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation() // arrows and page keys move in the text
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          if (text.trim() !== '') save()
        }}
      />
      <div class="queue-foot">
        <p class="layout-hint" role="status">
          {problem}
        </p>
        {prompts.length > 0 && paused === null && (
          <button class="button" onClick={() => act({ act: 'pause' })}>
            Pause
          </button>
        )}
        <button class="button button-main" disabled={text.trim() === ''} onClick={save}>
          {isEditing ? 'Save' : 'Queue'}
        </button>
      </div>
    </DialogBox>
  )
}

/** Reads the queue of a tab while it is shown. */
function useQueue(session: SessionId) {
  const queues = usePage().get(PromptQueues)
  const now = useCell(queues.now)
  const act = (what: PromptQueueAct): void => queues.act(session, what)
  useEffect(() => {
    act({ act: 'list' })
    const timer = window.setInterval(() => act({ act: 'list' }), readMs)
    return () => window.clearInterval(timer)
  }, [session])
  return { state: now?.session === session ? now : null, act }
}

/** Returns the title of a tab of any window. */
function useTitle(session: SessionId): string {
  const page = usePage()
  const rows = useCell(page.get(AttentionState).rows)
  const own = page.state.session(session)?.value?.title
  return own ?? rows.find(({ view }) => view.id === session)?.view.title ?? 'this tab'
}

interface RowProps {
  readonly prompt: QueuedPrompt
  readonly waitsFor: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly act: (act: PromptQueueAct) => void
  readonly edit: () => void
}

function Row({ prompt, waitsFor, isFirst, isLast, act, edit }: RowProps): JSX.Element {
  const { id, text } = prompt
  return (
    <li>
      <span class="resume-words">
        <bdi class="queue-text">{text}</bdi>
        {waitsFor !== '' && <span class="resume-place soft">{waitsFor}</span>}
      </span>
      <span class="queue-buttons" role="group" aria-label={`Prompt ${text.slice(0, 40)}`}>
        <button
          class="button"
          title="Send it as the next prompt, even if vibeflow only guesses that the agent is idle"
          onClick={() => act({ act: 'send', id })}
        >
          Send now
        </button>
        <button class="button" onClick={edit}>
          Edit
        </button>
        <button
          class="button"
          aria-label="Move up"
          disabled={isFirst}
          onClick={() => act({ act: 'move', id, by: -1 })}
        >
          ↑
        </button>
        <button
          class="button"
          aria-label="Move down"
          disabled={isLast}
          onClick={() => act({ act: 'move', id, by: 1 })}
        >
          ↓
        </button>
        <button class="button" onClick={() => act({ act: 'remove', id })}>
          Remove
        </button>
      </span>
    </li>
  )
}
