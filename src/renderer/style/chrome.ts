/** Colours, sizes and habits of the configuration, as the style sheets know them: custom properties of the document. */
import type { Options } from '../../core/config/table.ts'
import { rowHeight } from '../../core/view/tab-layout.ts'
import { readable } from '../../core/view/contrast.ts'

/** Text must reach this (behaviour/ui.md 14). */
const textContrast = 4.5

/** xterm.js takes its scroll bar away 500 ms after the last scrolling, and then fades for 800 ms. */
const fadeStartsMs = 500

/** Name of a custom property, without its dashes -> value. Pure. */
export function chromeProperties({ colors, ui, cursor, scrollback }: Options): Readonly<Record<string, string>> {
  return {
    'window': colors.background,
    'bar': colors.tab_bar,
    'tab-active': colors.tab_active,
    'tab-dragged': colors.tab_dragged,
    'text': colors.tab_text,
    'text-inactive': readable(colors.tab_text_inactive, colors.tab_bar, textContrast),
    'text-soft': colors.menu_shortcut,
    'line': colors.menu_border,
    'menu': colors.menu_bg,
    'menu-focus': colors.menu_focus_bg,
    'menu-text': colors.menu_text,
    'menu-disabled': colors.menu_text_disabled,
    'working': colors.indicator_working,
    'waiting': colors.indicator_waiting,
    'done': colors.indicator_active,
    'idle': colors.indicator_inactive,
    'idle-text': readable(colors.indicator_inactive, colors.tab_active, textContrast),
    'error': colors.indicator_error,
    'scrollbar-track': colors.scrollbar_track,
    'scrollbar-thumb': colors.scrollbar_thumb,
    'scrollbar-fade': `${Math.max(0, scrollback.scrollbar_fade_ms - fadeStartsMs)}ms`,
    'stripe-width': `${ui.stripe_width}px`,
    'ui-font': `${quotedFont(ui.font)}, system-ui, sans-serif`,
    'ui-font-size': `${ui.font_size}px`,
    'ui-row': `${rowHeight(ui.font_size)}px`,
    'blink': `${2 * cursor.blink_ms}ms`,
  }
}

export function styleChrome(options: Options): void {
  const root = document.documentElement
  for (const [name, value] of Object.entries(chromeProperties(options))) root.style.setProperty(`--${name}`, value)
  root.dataset['scrollbar'] = options.scrollback.scrollbar
  if (!options.mouse.hide_when_typing) delete root.dataset['typing']
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
