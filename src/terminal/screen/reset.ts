/** RIS, DECSTR and DECALN. */
import { moveTo } from './cursor.ts'
import { forgetFrame } from '../history/inline-frame.ts'
import { defaultModes, keptBySoftReset } from '../../base/sequences/modes.ts'
import type { Screen } from './screen.ts'
import { settlePending } from './scroll.ts'

/** RIS: restores the initial state, history included; keeps the title, as xterm does. */
export function fullReset(screen: Screen): void {
  const was = screen.isAlternate
  screen.pictures.clear()
  screen.extraCursors.reset()
  for (const buffer of [screen.primary, screen.alternate]) {
    buffer.history?.clear()
    buffer.saved = null
    buffer.keyboard = []
    buffer.pointers = []
  }
  for (let y = 0; y < screen.rows; y += 1) screen.primary.grid.clearRow(y, 0)
  screen.buffer = screen.primary
  screen.grid = screen.primary.grid
  screen.mixedSizes = false
  screen.grid.hasBlocks = false
  screen.usesBidi = false
  screen.erasures += 1
  screen.events.marks?.reset(screen.firstRow)
  forgetFrame(screen)
  screen.primary.grid.clipped = null
  screen.alternateFresh = true
  screen.forgetFresh()
  screen.x = 0
  screen.y = 0
  screen.pending = false
  screen.cursorVisible = true
  screen.cursorStyle = 0
  screen.link = 0
  screen.opened = null
  freshPen(screen)
  screen.resetMargins()
  screen.resetTabs()
  screen.modes = defaultModes()
  screen.savedModes.clear()
  clearStacks(screen)
  screen.charsets = ['B', 'B', 'B', 'B']
  screen.level = 0
  screen.single = 0
  for (const table of [screen.colors.palette, screen.colors.special, screen.colors.dynamic])
    table.clear()
  screen.colors.foreground = null
  screen.colors.background = null
  screen.colors.cursor = null
  screen.settle()
  screen.refreshAll()
  if (was) screen.events.screen('stream')
}

/** DECSTR: resets pen, margins, charsets, saved cursor and most modes. */
export function softReset(screen: Screen): void {
  const { modes } = screen
  const fresh = defaultModes()
  screen.modes = {
    ...fresh,
    ...Object.fromEntries(keptBySoftReset.map((name) => [name, modes[name]])),
  }
  screen.cursorVisible = true
  screen.cursorStyle = 0
  screen.buffer.saved = null
  screen.buffer.keyboard = []
  screen.buffer.pointers = []
  screen.extraCursors.reset()
  clearStacks(screen)
  screen.charsets = ['B', 'B', 'B', 'B']
  screen.level = 0
  screen.single = 0
  screen.link = 0
  screen.opened = null
  freshPen(screen)
  screen.resetMargins()
  settlePending(screen)
  screen.settle()
}

/** DECALN: fills the screen with E in the default style, and resets margins and cursor. */
export function alignmentPattern(screen: Screen): void {
  screen.resetMargins()
  for (let y = 0; y < screen.rows; y += 1) {
    screen.grid.clearRow(y, 0)
    screen.grid.fill(y, 0, screen.cols, { content: 0x45, foreground: 0, background: 0, extra: 0 })
  }
  moveTo(screen, 0, 0)
}

function clearStacks({ savedColors, savedPens }: Screen): void {
  savedColors.length = 0
  savedPens.length = 0
}

function freshPen(screen: Screen): void {
  screen.foreground = 0
  screen.background = 0
  screen.underline = 0
  screen.settlePen()
}
