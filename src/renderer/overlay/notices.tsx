/** Notices between tab bar and grid: newest on top, two visible, the others counted. */
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'
import type { Notice } from '../state/notices.ts'
import { IconButton } from './icon.tsx'

const shownMax = 2

export function NoticeStack(): JSX.Element | null {
  const page = usePage()
  const all = useCell(page.notices.all)
  const [open, setOpen] = useState(false)
  if (all.length === 0) return null
  const rest = all.length - shownMax
  return (
    <div
      class="notices"
      role="log"
      aria-label="Notifications"
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLSpanElement)) event.preventDefault()
      }}
    >
      <div class="notices-rows">
        {(open ? all : all.slice(0, shownMax)).map((notice) => (
          <Row key={notice.id} notice={notice} />
        ))}
      </div>
      {rest > 0 && (
        <button class="notices-rest soft" onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `${rest} more`}
        </button>
      )}
    </div>
  )
}

function Row({
  notice: { id, level, text, count, editor, file, offer },
}: {
  readonly notice: Notice
}): JSX.Element {
  const page = usePage()
  const take = (path: string, as: 'folder' | 'editor') => () => {
    page.notices.dismiss(id)
    page.send({ kind: 'link/offered', path, as })
  }
  return (
    <div
      class="notice"
      data-level={level}
      role={level === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => page.notices.hold(id)}
      onPointerLeave={() => page.notices.release(id)}
    >
      <span class="notice-text">{text}</span>
      {count > 1 && <span class="notice-count soft">×{count}</span>}
      {editor !== undefined && (
        <button
          class="notice-word"
          onClick={() => {
            page.notices.dismiss(id)
            page.send({ kind: 'config/open', file: editor.file, inTerminal: true })
          }}
        >
          Open in {editor.name}
        </button>
      )}
      {offer !== undefined && (
        <button
          class="notice-word"
          onClick={() => {
            page.notices.dismiss(id)
            offer.run()
            page.panes.shown?.focus()
          }}
        >
          {offer.label}
        </button>
      )}
      {file?.editor !== undefined && (
        <button class="notice-word" onClick={take(file.path, 'editor')}>
          Open in {file.editor}
        </button>
      )}
      {file?.folder === true && (
        <button class="notice-word" onClick={take(file.path, 'folder')}>
          Open containing folder
        </button>
      )}
      <CopyAndDismiss text={text} label="Copy message" dismiss={() => page.notices.dismiss(id)} />
    </div>
  )
}

interface CopyAndDismissProps {
  readonly text: string
  readonly label: string
  readonly dismiss: () => void
}

/** Buttons at the end of a row. */
export function CopyAndDismiss({ text, label, dismiss }: CopyAndDismissProps): JSX.Element {
  const page = usePage()
  const button = 'notice-button soft sign-button'
  const copy = (): void => {
    page.send({ kind: 'clipboard/write', selection: 'clipboard', text })
    page.notices.say('Copied')
  }
  const end = (): void => {
    dismiss()
    page.panes.shown?.focus()
  }
  return (
    <>
      <IconButton class={button} icon="copy" label={label} title="Copy" run={copy} />
      <IconButton class={button} icon="close" label="Dismiss" run={end} />
    </>
  )
}
