/** Everything that lies over the grids. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../page-context.ts'
import { PaletteOverlay } from '../palette/palette.tsx'
import { useCell } from '../state/cell.ts'
import { AttentionList } from '../attention/attention-list.tsx'
import { FindBar } from './find-bar.tsx'
import { Foot } from './foot.tsx'
import { HeldSize } from './held-size.tsx'
import { LinkTarget } from './link-target.tsx'
import { Menu } from './menu.tsx'
import { CloseTab, CloseWindow, OpenLink, PasteQuestion } from './questions.tsx'
import { TabList } from './tab-list.tsx'
import { Live } from './live.tsx'
import { Tip } from './tip.tsx'
import { Toasts } from './toasts.tsx'
import { PinnedWhy, Why } from './why.tsx'

export function Overlays(): JSX.Element {
  return (
    <>
      <Foot />
      <HeldSize />
      <FindBar />
      <LinkTarget />
      <Toasts />
      <PinnedWhy />
      <Over />
      <Tip />
      <Live />
    </>
  )
}

function Over(): JSX.Element | null {
  const page = usePage()
  const overlay = useCell(page.state.overlay)
  const over = overlay !== null
  const was = useRef(false)
  useLayoutEffect(() => {
    if (was.current && !over) page.overlayGone()
    was.current = over
  }, [over])
  switch (overlay?.kind) {
    case 'menu':
      return <Menu {...overlay} />
    case 'tab-list':
      return <TabList {...overlay} />
    case 'palette':
      return <PaletteOverlay />
    case 'attention':
      return <AttentionList />
    case 'why':
      return <Why key={overlay.tab} {...overlay} />
    case 'close-tab':
      return (
        <CloseTab key={`${overlay.restart ? 'restart' : 'close'} ${overlay.tab}`} {...overlay} />
      )
    case 'close-window':
      return <CloseWindow {...overlay} />
    case 'open-link':
      return <OpenLink {...overlay} />
    case 'paste':
      return <PasteQuestion key={overlay.tab} {...overlay} />
    case undefined:
      return null
  }
}
