/** Asks before a worktree is removed, and names everything that is removed. */
import type { JSX } from 'preact'
import { baseName } from '../../../base/text/base-name.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import type { Overlay } from '../../state/overlay.ts'
import { Worktrees } from './worktrees.ts'

export function RemoveWorktree({
  session,
  removal: { path, sentences },
}: Overlay & { kind: 'remove-worktree' }): JSX.Element {
  const page = usePage()
  const agreed = sentences.join('\n')
  const remove = (): void =>
    page.overlays.dismissThen(() =>
      page.get(Worktrees).act(session, { act: 'remove', path, agreed }),
    )
  return (
    <DialogBox
      title={`Remove the worktree ${safeText(baseName(path), nameCharactersMax)}?`}
      choices={[{ label: 'Remove', grave: true, run: remove }]}
    >
      <ul>
        {sentences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
    </DialogBox>
  )
}
