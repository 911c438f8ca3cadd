/**
 * Resets the state that another terminal's output may have set: modes, margins, colors, charsets,
 * links, keyboard and mouse protocols, the alternate screen. It is written when `vibeflow attach`
 * or `replay` ends. Leaving the alternate screen and the margins moves the cursor, so the cursor is
 * placed below the output.
 */
export const reset =
  '\x1b[?1049l\x1b[!p\x1b[4;20l\x1b[8h\x1b[?2500;2501l' +
  '\x1b[?69l\x1b[?5l\x1b[?1l\x1b>\x1b[?7h\x1b[?9l\x1b[?1000l' +
  '\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l' +
  '\x1b[?2004l\x1b[?2026l\x1b[?2031l\x1b[?2033l\x1b[<99u\x1b[>4m\x1b[r\x1b[m\x1b[?12l\x1b[0 ' +
  'q\x1b[?25h\x0f\x1b(B\x1b]8;;\x1b\\\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07' +
  '\x1b[9999;1H'

/** Selects UTF-8: in Latin-1, bytes of characters would be controls. */
export const selectUtf8 = '\x1b%G'
