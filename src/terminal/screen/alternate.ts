/** Enters and leaves the alternate screen, and reports only real changes. */
import { clearPictures } from './erase.ts'
import { restoreCursor, saveCursor } from './cursor.ts'
import { settleBlocks } from './sized/blocks.ts'
import type { Buffer, Screen } from './screen.ts'
import { clampToOrigin, endRowSizes, settleColumn, settlePending } from './scroll.ts'

/** 1049 saves the cursor and clears; 1047 clears on leaving; 47 only switches. */
export function enterAlternate(screen: Screen, mode: 47 | 1047 | 1049): void {
  if (mode === 1049) saveCursor(screen)
  if (screen.isAlternate) return
  use(screen, screen.alternate, mode === 1049 || screen.alternateFresh)
  screen.alternateFresh = false
  screen.events.screen('grid')
}

export function leaveAlternate(screen: Screen, mode: 47 | 1047 | 1049): void {
  const was = screen.isAlternate
  if (was) {
    if (mode !== 47) screen.alternateFresh = true
    use(screen, screen.primary, false)
  }
  if (mode === 1049) restoreCursor(screen)
  if (was) screen.events.screen('stream')
}

/** The cursor is kept, and both screens have the same margins. */
function use(screen: Screen, buffer: Buffer, clears: boolean): void {
  screen.buffer.x = screen.x
  screen.buffer.y = screen.y
  screen.buffer = buffer
  screen.grid = buffer.grid
  screen.extraCursors.clear()
  if (!screen.fullWidth) endRowSizes(screen)
  screen.settlePlain()
  // A fresh screen counts as cleared, with the pen's background. Earlier row sizes do not affect
  // the cursor.
  if (clears) {
    clearPictures(screen)
    for (let y = 0; y < screen.rows; y += 1) screen.grid.clearRow(y, screen.eraseBackground)
    settleBlocks(screen)
  }
  clampToOrigin(screen)
  settleColumn(screen)
  settlePending(screen)
  screen.refreshAll()
}
