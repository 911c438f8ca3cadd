/** Tooltip of the tab under the pointer. */
import type { Feature } from '../../page/page.ts'
import { Tip } from './tip.tsx'

export const hoverFeature: Feature = () => ({ layers: [Tip] })
