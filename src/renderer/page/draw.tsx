/** Draws the tab bar, banners and overlays around the grids. */
import { render } from 'preact'
import { TabBarView } from '../bar/tab-bar.tsx'
import { ConfigBanner } from '../overlay/config-banner.tsx'
import { NoticeStack } from '../overlay/notices.tsx'
import { Overlays } from '../overlay/overlays.tsx'
import { PageContext } from './page-context.ts'
import type { WindowPage } from './window-page.ts'

export function draw(page: WindowPage, top: HTMLElement, overlays: HTMLElement): void {
  render(
    <PageContext.Provider value={page}>
      <TabBarView />
      <div class="banners">
        <ConfigBanner />
        {page.banners.map((Banner) => (
          <Banner key={Banner.name} />
        ))}
        <NoticeStack />
      </div>
    </PageContext.Provider>,
    top,
  )
  render(
    <PageContext.Provider value={page}>
      <Overlays layers={page.layers} views={page.overlayViews} />
    </PageContext.Provider>,
    overlays,
  )
}
