/** The features of the window. Later ones are drawn over earlier ones. */
import type { Feature } from '../page/page.ts'
import { attentionFeature } from './attention/feature.ts'
import { broadcastFeature } from './broadcast/feature.ts'
import { copyModeFeature } from './copy-mode/feature.ts'
import { findFeature } from './find/feature.ts'
import { helpFeature } from './help/feature.ts'
import { hoverFeature } from './hover/feature.ts'
import { layoutsFeature } from './layouts/feature.ts'
import { marksFeature } from './marks/feature.ts'
import { mcpFeature } from './mcp/feature.ts'
import { menusFeature } from './menus/feature.ts'
import { paletteFeature } from './palette/feature.ts'
import { panesFeature } from './panes/feature.ts'
import { pasteFeature } from './paste/feature.ts'
import { promptQueueFeature } from './prompt-queue/feature.ts'
import { readingFeature } from './reading/feature.ts'
import { resumeFeature } from './resume/feature.ts'
import { settingsFeature } from './settings/feature.ts'
import { soundFeature } from './sound/feature.ts'
import { tabListFeature } from './tab-list/feature.ts'
import { timeLineFeature } from './time-line/feature.ts'
import { whyFeature } from './why/feature.ts'
import { worktreesFeature } from './worktrees/feature.ts'
import { windowFeature } from './window/feature.ts'

export const features: readonly Feature[] = [
  windowFeature,
  helpFeature,
  panesFeature,
  broadcastFeature,
  layoutsFeature,
  marksFeature,
  findFeature,
  readingFeature,
  resumeFeature,
  mcpFeature,
  attentionFeature,
  promptQueueFeature,
  worktreesFeature,
  whyFeature,
  hoverFeature,
  copyModeFeature,
  menusFeature,
  paletteFeature,
  pasteFeature,
  settingsFeature,
  soundFeature,
  tabListFeature,
  timeLineFeature,
]
