/** Everything that is drawn over the grids. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../page/page-context.ts'
import type { Layer, OverlayViews } from '../page/page.ts'
import { useCell } from '../state/cell.ts'
import type { Overlay } from '../state/overlay.ts'
import { Foot } from './ended-bar.tsx'
import { HeldSize } from './held-size.tsx'
import { CloseQuestion, CloseTabs, CloseWindow, OpenLink, PasteQuestion } from './questions.tsx'

/** Questions of the page itself. Features add other overlays. */
const questions: OverlayViews = {
  close: (overlay) => <CloseQuestion key={JSON.stringify(overlay.confirm)} {...overlay} />,
  'close-tabs': (overlay) => <CloseTabs {...overlay} />,
  'close-window': (overlay) => <CloseWindow {...overlay} />,
  'open-link': (overlay) => <OpenLink {...overlay} />,
  paste: (overlay) => (
    <PasteQuestion key={`${overlay.session} ${overlay.question.runs}`} {...overlay} />
  ),
}

interface Props {
  readonly layers: readonly Layer[]
  readonly views: OverlayViews
}

export function Overlays({ layers, views }: Props): JSX.Element {
  return (
    <>
      <Foot />
      <HeldSize />
      {layers.map((Layer) => (
        <Layer key={Layer.name} />
      ))}
      <Over views={views} />
      <Live />
    </>
  )
}

function Over({ views }: Pick<Props, 'views'>): JSX.Element | null {
  const page = usePage()
  const overlay = useCell(page.state.overlay)
  const over = overlay !== null
  const was = useRef(false)
  useLayoutEffect(() => {
    if (was.current && !over) page.overlays.gone()
    was.current = over
  }, [over])
  return overlay === null ? null : draw({ ...questions, ...views }, overlay)
}

function draw<Kind extends Overlay['kind']>(
  views: OverlayViews,
  overlay: Extract<Overlay, { kind: Kind }>,
): JSX.Element | null {
  const view: ((overlay: Extract<Overlay, { kind: Kind }>) => JSX.Element) | undefined =
    views[overlay.kind as Kind]
  return view?.(overlay) ?? null
}

/** Hidden text that screen readers announce when a tab changes. */
function Live(): JSX.Element {
  const page = usePage()
  const said = useCell(page.state.said)
  return (
    <div class="for-ears">
      <div aria-live="polite" data-live="polite">
        {said.polite}
      </div>
      <div aria-live="assertive" data-live="assertive">
        {said.assertive}
      </div>
    </div>
  )
}
