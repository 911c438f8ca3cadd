/** Sizes of the configuration as CSS custom properties. look/looks.ts sets colors. */
import type { Options } from '../../../core/config/table.ts'
import { bundled } from '../fonts.ts'
import { rowHeight } from '../../../core/windows/tabs/tab-layout.ts'

/** Returns custom properties by name, without dashes. Pure. */
export function chromeProperties({
  ui,
  cursor,
  window,
}: Options): Readonly<Record<string, string>> {
  return {
    'ui-font': uiFamilies(ui.font),
    'ui-font-size': `${ui.font_size}px`,
    'ui-row': `${rowHeight(ui.font_size)}px`,
    'unfocused-opacity': String(ui.unfocused_pane_opacity),
    blink: `${2 * cursor.blink_ms}ms`,
    opacity: `${Math.round(100 * window.opacity)}%`,
  }
}

export function styleChrome(options: Options): void {
  const root = document.documentElement
  for (const [name, value] of Object.entries(chromeProperties(options)))
    root.style.setProperty(`--${name}`, value)
  if (!options.mouse.hide_when_typing) delete root.dataset['typing']
}

/** Marks the page for a transparent window. @returns `translucent` */
export function seeThrough(translucent: boolean): boolean {
  document.documentElement.toggleAttribute('data-translucent', translucent)
  return translucent
}

/** Hides the pointer until it moves (`mouse.hide_when_typing`). */
export function hidePointer({ mouse }: Options): void {
  const { dataset } = document.documentElement
  if (!mouse.hide_when_typing || dataset['typing'] !== undefined) return
  dataset['typing'] = ''
  window.addEventListener(
    'pointermove',
    () => {
      delete dataset['typing']
    },
    { once: true },
  )
}

/** Returns the families of the interface. The bundled font is for systems without any font. */
export function uiFamilies(font: string): string {
  return `${quotedFont(font)}, system-ui, sans-serif, "${bundled}"`
}

/** Quotes a font name, unless it is a generic family. */
export function quotedFont(name: string): string {
  return /^(system-ui|sans-serif|serif|monospace|ui-[a-z-]+)$/.test(name)
    ? name
    : `"${name.replace(/["\\]/g, '\\$&')}"`
}
