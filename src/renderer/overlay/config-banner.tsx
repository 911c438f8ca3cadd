/** Problems of the configuration, its fonts and themes, until they are fixed or dismissed. */
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { urgentFirst, type ShownProblem } from '../../core/config/problem.ts'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'
import { CopyAndDismiss } from './notices.tsx'

export function ConfigBanner(): JSX.Element | null {
  const page = usePage()
  const { file, problems: mistakes } = useCell(page.state.complaint)
  const themes = useCell(page.looks.problems)
  const fonts = useCell(page.state.missingFonts).map(
    (text): ShownProblem => ({ level: 'warning', line: null, file, text }),
  )
  const problems = urgentFirst([...mistakes, ...themes, ...fonts])
  const [open, setOpen] = useState(false)
  // A dismissed problem does not return with the next one.
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const shown = [...new Map(problems.map((problem) => [problem.text, problem])).values()].filter(
    ({ text }) => !dismissed.has(text),
  )
  const [first] = shown
  if (problems.length === 0 && dismissed.size > 0) setDismissed(new Set())
  if (first === undefined) return null
  const rest = shown.length - 1
  const dismiss = (): void => {
    setDismissed(new Set([...dismissed, ...shown.map(({ text }) => text)]))
    setOpen(false)
  }
  return (
    <div
      class="notices config-banner"
      role="alert"
      aria-label="Configuration"
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLSpanElement)) event.preventDefault()
      }}
    >
      <div class="notices-rows">
        {(open ? shown : [first]).map(({ level, file, text }, index) => (
          <div key={text} class="notice" data-level={level}>
            <span class="notice-text">{text}</span>
            {index === 0 && rest > 0 && (
              <button class="notice-word" onClick={() => setOpen(!open)}>
                {open ? 'Show less' : `Show all ${shown.length} problems`}
              </button>
            )}
            {file !== null && shown.findIndex((one) => one.file === file) === index && (
              <button class="notice-word" onClick={() => page.send({ kind: 'config/open', file })}>
                Open file
              </button>
            )}
            {index === 0 && (
              <CopyAndDismiss
                text={shown.map((problem) => problem.text).join('\n')}
                label="Copy"
                dismiss={dismiss}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
