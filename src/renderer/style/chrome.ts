/** Colours, sizes and habits of the configuration, as the style sheets know them: custom properties of the document. */
import type { Options } from '../../core/config/table.ts'
import { readable } from '../../core/view/contrast.ts'

/** Text must reach this (behaviour/ui.md 14). */
const textContrast = 4.5

/** xterm.js takes its scroll bar away 500 ms after the last scrolling, and then fades for 800 ms. */
const fadeStartsMs = 500

export function styleChrome({ colors, ui, cursor, scrollback, mouse }: Options): void {
  const root = document.documentElement
  const set = (name: string, value: string): void => root.style.setProperty(`--${name}`, value)
  set('window', colors.background)
  set('bar', colors.tab_bar)
  set('tab-active', colors.tab_active)
  set('tab-dragged', colors.tab_dragged)
  set('text', colors.tab_text)
  set('text-inactive', readable(colors.tab_text_inactive, colors.tab_bar, textContrast))
  set('text-soft', colors.menu_shortcut)
  set('line', colors.menu_border)
  set('menu', colors.menu_bg)
  set('menu-focus', colors.menu_focus_bg)
  set('menu-text', colors.menu_text)
  set('menu-disabled', colors.menu_text_disabled)
  set('working', colors.indicator_working)
  set('waiting', colors.indicator_waiting)
  set('done', colors.indicator_active)
  set('idle', colors.indicator_inactive)
  set('idle-text', readable(colors.indicator_inactive, colors.tab_active, textContrast))
  set('error', colors.indicator_error)
  set('scrollbar-track', colors.scrollbar_track)
  set('scrollbar-thumb', colors.scrollbar_thumb)
  set('scrollbar-fade', `${Math.max(0, scrollback.scrollbar_fade_ms - fadeStartsMs)}ms`)
  set('stripe-width', `${ui.stripe_width}px`)
  set('ui-font', `${quotedFont(ui.font)}, system-ui, sans-serif`)
  set('ui-font-size', `${ui.font_size}px`)
  set('ui-row', `${Math.round(1.5 * ui.font_size)}px`)
  set('blink', `${2 * cursor.blink_ms}ms`)
  root.dataset['scrollbar'] = scrollback.scrollbar
  if (!mouse.hide_when_typing) delete root.dataset['typing']
}

/** `mouse.hide_when_typing`: the pointer is in nobody's way until it is moved. */
export function hidePointer({ mouse }: Options): void {
  const { dataset } = document.documentElement
  if (!mouse.hide_when_typing || dataset['typing'] !== undefined) return
  dataset['typing'] = ''
  window.addEventListener('pointermove', () => { delete dataset['typing'] }, { once: true })
}

/** Names of generic families stand without quotes. */
export function quotedFont(name: string): string {
  return /^(system-ui|sans-serif|serif|monospace|ui-[a-z-]+)$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
}
