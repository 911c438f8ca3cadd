/** The questions that are asked before something is lost or sent: closing, restarting, pasting. */
import type { JSX } from 'preact'
import { nameCharactersMax, safeText } from '../../core/text/safe-text.ts'
import { usePage } from '../page-context.ts'
import type { Overlay } from '../state/overlay.ts'
import { Dialog } from './dialog.tsx'

export function CloseTab({ tab, running, restart }: Overlay & { kind: 'close-tab' }): JSX.Element {
  const page = usePage()
  const title = page.state.tab(tab)?.value.title ?? ''
  const verb = restart ? 'Restart' : 'Close'
  return (
    <Dialog title={`${verb} this tab?`} choices={[{ label: verb, grave: true, run: () => page.confirmOverlay() }]}>
      <p>{running === null ? <><strong>{title}</strong> is running and will be ended.</> : <><strong>{running}</strong> is running in <strong>{title}</strong> and will be ended.</>}</p>
    </Dialog>
  )
}

/** A link whose text names one host and which leads to another (behaviour/ui.md 9). */
export function OpenLink({ address, text }: Overlay & { kind: 'open-link' }): JSX.Element {
  const page = usePage()
  return (
    <Dialog title="Open this link?" choices={[{ label: 'Open', grave: true, run: () => page.confirmOverlay() }]}>
      <p>Its text names another place than it leads to.</p>
      <p>It says <strong>{safeText(text, nameCharactersMax)}</strong></p>
      <p>It leads to <strong>{safeText(address, nameCharactersMax)}</strong></p>
    </Dialog>
  )
}

/** Names in the list before it says how many more there are. */
const namesMax = 6

export function CloseWindow({ running, tabs }: Overlay & { kind: 'close-window' }): JSX.Element {
  const page = usePage()
  const rest = running.length - namesMax
  return (
    <Dialog title={`Close this window${tabs > 1 ? ` and its ${tabs} tabs` : ''}?`} choices={[{ label: 'Close', grave: true, run: () => page.confirmOverlay() }]}>
      {running.length > 0 && (
        <>
          <p>{running.length === 1 ? 'One program is still running and will be ended:' : `${running.length} programs are still running and will be ended:`}</p>
          <ul>
            {running.slice(0, namesMax).map((name, index) => <li key={index}>{name}</li>)}
            {rest > 0 && <li>and {rest} more</li>}
          </ul>
        </>
      )}
    </Dialog>
  )
}

export function PasteQuestion({ question, paste }: Overlay & { kind: 'paste' }): JSX.Element {
  const page = usePage()
  const { lines, bytes, controls, preview } = question
  const choose = (asOneLine: boolean) => () => { page.dismiss(); paste(asOneLine) }
  return (
    <Dialog
      title={lines === 1 ? 'Paste this text?' : `Paste ${lines.toLocaleString('en')} lines?`}
      choices={[...(lines > 1 ? [{ label: 'Paste as one line', run: choose(true) }] : []), { label: 'Paste', run: choose(false) }]}
    >
      <p>
        {size(bytes)}{lines > 1 && '. Each line end may run what stands before it'}{controls && '. It holds control characters'}.
      </p>
      <pre class="preview" tabIndex={0} aria-label="The text">{preview}</pre>
    </Dialog>
  )
}

export function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
}
