/** All tabs as a list with a filter. Enter activates the selected one. */
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { filterTabs } from '../../../core/windows/tabs/filter-tabs.ts'
import { tabDescription, subtitleOf } from '../../../core/windows/tabs/state-words.ts'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'
import { AgentSign } from '../../bar/agent-sign.tsx'
import { Flag } from '../../bar/flag.tsx'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { mainNow, wallClock } from '../../page/clock.ts'
import { ListDialog, useMarked } from '../../overlay/list-dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'

/** Rows in the document. Typing finds the others. */
const rowsMax = 200

export function TabList({ filter }: Overlay & { kind: 'tab-list' }): JSX.Element {
  const page = usePage()
  useCell(page.state.order)
  const focused = useCell(page.state.focused)
  const [text, setText] = useState(filter)
  const found = filterTabs(page.state.views(), text)
  const shown = found.slice(0, rowsMax)
  const marked = useMarked(shown, text === '' ? focused : null)
  return (
    <ListDialog
      name="Search tabs"
      look=""
      field={{ name: 'Search tabs', placeholder: 'Search tabs', text, type: setText }}
      rowsName="Tabs"
      groups={[{ items: shown }]}
      marked={marked}
      draw={(view) => <TabRow view={view} />}
      choose={({ id }) => {
        page.overlays.dismiss()
        page.tabs.goTo(id)
      }}
      none="No matching tabs"
      more={found.length - rowsMax}
    />
  )
}

export function TabRow({ view }: { readonly view: TabView }): JSX.Element {
  const twin = usePage().state.twins.value.get(view.id)
  const now = mainNow()
  return (
    <>
      <Stripe view={view} />
      <span class="for-ears">{tabDescription(view, now, wallClock, twin)}</span>
      <Flag mark={view.mark} />
      <AgentSign tool={view.agent?.tool} />
      <div class="list-title cut" aria-hidden="true">
        {view.title}
      </div>
      <div class="list-subtitle note cut" aria-hidden="true" data-state={view.state}>
        <StateGlyph view={view} />
        {subtitleOf(view, now, wallClock, undefined, twin)}
      </div>
    </>
  )
}
