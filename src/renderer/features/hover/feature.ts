/** The tip under a tab on which the pointer rests. */
import type { Feature } from '../../page.ts'
import { Hover } from './hover.ts'
import { Tip } from './tip.tsx'

export const hoverFeature: Feature = (page) => {
  // Whoever types looks at what is typed.
  window.addEventListener('keydown', () => page.get(Hover).leave(), { capture: true })
  return { layers: [Tip] }
}
