/** Checks a surface: for screen readers with axe-core, and for parts beyond the window's edges. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
/** Once for each page that is loaded. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axeSource)
}

interface Fault {
  readonly id: string
  readonly impact?: string | null
  readonly nodes: readonly {
    readonly html: string
    readonly any: readonly { readonly message: string }[]
  }[]
}
type Axe = {
  readonly axe: {
    run(context: unknown, options: unknown): Promise<{ readonly violations: readonly Fault[] }>
  }
}

/**
 * Serious and critical faults of what is in `within`, a line each. The grid itself is a canvas.
 * Roles and names are the same in every theme.
 */
export function faults(page: Page, within: string, theme: string): Promise<string[]> {
  return page.evaluate(
    async ([root = '', rules]) => {
      const only =
        rules === 'light' ? { runOnly: { type: 'rule', values: ['color-contrast'] } } : {}
      const { violations } = await (window as unknown as Axe).axe.run(
        { include: [root], exclude: ['.xterm'] },
        // the rule `region` looks at the whole page, and what it finds is moderate
        {
          resultTypes: ['violations'],
          elementRef: false,
          preload: false,
          rules: { region: { enabled: false } },
          ...only,
        },
      )
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(
            ({ html, any }) =>
              `${id}: ` +
              `${html.replace(/ (?:id|data-tab|aria-controls)="[^"]*"/g, '').slice(0, 160)} ` +
              `${any.map(({ message }) => message).join(' ')}`,
          ),
        )
    },
    [within, theme],
  )
}

/**
 * Returns the parts of the interface that extend over the window's edges, or that are wider than
 * their box and neither truncated with an ellipsis nor scrollable.
 */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.bar, .notices, .menu, .list, .dialog, .settings, .find, .why, .foot, .failed, .toast, ' +
          '.tip, .resume-bar, .held-size',
      ),
    ].flatMap((surface) => {
      const box = surface.getBoundingClientRect()
      const name = surface.className
      const out =
        box.left < -0.5 ||
        box.top < -0.5 ||
        box.right > innerWidth + 0.5 ||
        box.bottom > innerHeight + 0.5
      // the edge by which a sidebar is made wider overhangs on purpose
      const wide = surface.scrollWidth > surface.clientWidth + (surface.matches('.bar') ? 3 : 1)
      return [
        ...(out ? [`${name} reaches over the edge`] : []),
        ...(wide ? [`${name} is cut at the side`] : []),
      ]
    }),
  )
}
