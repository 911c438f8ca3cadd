/** The tip under a tab on which the pointer rests. */
import type { Feature } from '../../page.ts'
import { Tip } from './tip.tsx'

export const hoverFeature: Feature = () => ({ layers: [Tip] })
