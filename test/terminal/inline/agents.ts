/**
 * Programs that draw their interface on the primary screen and redraw it in place, as agents do.
 * Each follows the algorithm of a library: Ink 6 (log-update.ts, ink.tsx), log-update, Codex
 * (insert_history.rs, custom_terminal.rs), ratatui's inline viewport, prompt_toolkit, Claude Code.
 * All of a frame's rows hold `§`, and each transcript line starts with `<N` and ends with `N>`.
 */

/** The terminal that such a program runs in. */
export interface InlineHost {
  readonly cols: number
  readonly rows: number
  write(text: string): void
  /** Row of the cursor, from 0, as CPR reports it. */
  cursorRow(): number
}

export interface InlineAgent {
  start(): void
  /** Redraws the frame, whose height changes at times. */
  tick(): void
  print(lines: readonly string[]): void
  resized(): void
}

export const ESC = '\x1b'
const CSI = '\x1b['
const [BSU, ESU] = [`${CSI}?2026h`, `${CSI}?2026l`]
const up = (rows: number) => (rows > 0 ? `${CSI}${rows}A` : '')
/** ansi-escapes' eraseLines. */
const eraseLines = (count: number) =>
  count === 0
    ? ''
    : Array.from({ length: count }, (_, n) => `${CSI}2K${n < count - 1 ? up(1) : ''}`).join('') +
      `${CSI}G`

/** A frame of full rows: a rule, a line of work, a box with input, a status line. */
export function frameRows(cols: number, tick: number): string[] {
  const fill = (text: string) => text.slice(0, cols).padEnd(cols)
  const rule = `§${'─'.repeat(Math.max(0, cols - 1))}`
  const work = tick % 7 < 4 ? [`§ ${'✻✶✢·'[tick % 4]} Working ${tick}`] : []
  return [
    ...work,
    rule,
    fill(`§ > input ${'x'.repeat(tick % 90)}`),
    rule,
    fill(`§ status ${tick} ${'s'.repeat(200)}`),
  ].map((row) => row.slice(0, cols))
}

/** Text as a program wraps it for a width. */
const wrapped = (lines: readonly string[], cols: number) =>
  lines.flatMap((line) => line.match(new RegExp(`.{1,${cols}}`, 'g')) ?? [''])

export interface InkOptions {
  readonly incremental?: boolean
  readonly synchronized?: boolean
  /** The cursor is shown in the input row. */
  readonly cursor?: boolean
  /** Clears everything after a resize and prints all again (gemini-cli's refreshStatic). */
  readonly refresh?: boolean
  /** Does not hide the cursor. */
  readonly shown?: boolean
}

export function ink(host: InlineHost, options: InkOptions = {}): InlineAgent {
  let tick = 0
  let previous: string[] = []
  let lastWidth = host.cols
  let parked = -1
  const all: string[] = []
  const toBottom = () => (parked < 0 ? '' : `${CSI}${previous.length - 1 - parked}B${CSI}G`)
  const suffix = (visible: number) => {
    parked = options.cursor === true ? Math.max(0, visible - 3) : -1
    return parked < 0 ? '' : `${up(visible - parked)}${CSI}5G${CSI}?25h`
  }
  const log = () => {
    const next = [...frameRows(host.cols, tick), '']
    const visible = next.length - 1
    let out = toBottom()
    if (options.incremental !== true || previous.length === 0)
      out += `${eraseLines(previous.length)}${next.join('\n').replaceAll('\n', '\r\n')}`
    else {
      out +=
        next.length < previous.length
          ? eraseLines(previous.length - next.length + 1) + up(visible)
          : up(previous.length - 1)
      for (let row = 0; row < visible; row += 1)
        out += next[row] === previous[row] ? `${CSI}E` : `${CSI}1G${next[row]}${CSI}K\r\n`
    }
    host.write(out + suffix(visible))
    previous = next
  }
  const clear = () => {
    host.write(toBottom() + eraseLines(previous.length))
    previous = []
    parked = -1
  }
  const update = (act: () => void) => {
    if (options.synchronized === true) host.write(BSU)
    act()
    if (options.synchronized === true) host.write(ESU)
  }
  return {
    start() {
      if (options.shown !== true) host.write(`${CSI}?25l`)
      update(log)
    },
    tick() {
      tick += 1
      update(log)
    },
    print(lines) {
      all.push(...lines)
      update(() => {
        clear()
        host.write(wrapped(lines, host.cols).join('\r\n') + '\r\n')
        log()
      })
    },
    resized() {
      if (options.refresh === true) {
        host.write(`${CSI}2J${CSI}3J${CSI}H`)
        previous = []
        parked = -1
        host.write(
          wrapped(all, host.cols)
            .map((line) => `${line}\r\n`)
            .join(''),
        )
      } else if (host.cols < lastWidth) clear()
      update(log)
      lastWidth = host.cols
    },
  }
}

/** Claude Code's complete redraw after a resize, and Ink's steps otherwise. */
export const claudeCode = (host: InlineHost): InlineAgent =>
  ink(host, { synchronized: true, refresh: true, cursor: true })

export interface ViewportOptions {
  /** Inserts lines with SU between margins (ratatui), not with LF at their bottom (Codex). */
  readonly scrolls?: boolean
}

/** Codex and ratatui: a viewport at absolute rows, and lines inserted above it between margins. */
export function viewport(host: InlineHost, options: ViewportOptions = {}): InlineAgent {
  let tick = 0
  let top = 0
  let height = 0
  let cursor = 0
  let size = { cols: host.cols, rows: host.rows }
  let drawn: string[] = []
  const at = (y: number, x = 0) => `${CSI}${y + 1};${x + 1}H`
  const place = (y: number, next: number) => {
    let out = ''
    const over = y + next - host.rows
    if (over > 0) {
      if (y > 0) out += `${CSI}1;${y}r${CSI}${over}S${CSI}r`
      y -= over
    }
    if (y !== top || next !== height || size.cols !== host.cols) {
      out += `${at(Math.min(top, y))}${CSI}J`
      drawn = []
    }
    ;[top, height] = [y, next]
    return out
  }
  const draw = () => {
    const next = frameRows(host.cols, tick)
    let out = place(top, next.length)
    next.forEach((row, y) => {
      if (row !== drawn[y]) out += `${at(top + y)}${row}${CSI}m`
    })
    drawn = next
    cursor = top + next.length - 3
    host.write(`${out}${CSI}?25h${at(cursor, 4)}`)
    size = { cols: host.cols, rows: host.rows }
  }
  const update = (act: () => void) => {
    host.write(BSU)
    act()
    host.write(ESU)
  }
  const insert = (lines: readonly string[]) => {
    let out = ''
    const room = host.rows - (top + height)
    let before = top - 1
    if (room > 0) {
      const moved = Math.min(lines.length, room)
      out += `${CSI}${top + 1};${host.rows}r${at(top)}${`${ESC}M`.repeat(moved)}${CSI}r`
      top += moved
    }
    if (options.scrolls === true)
      for (const line of lines.slice(before + 1 < top ? 0 : 0)) {
        if (before + 1 < top) before += 1
        else out += `${CSI}1;${top}r${CSI}S${CSI}r`
        out += `${at(before)}${line}`
      }
    else
      out +=
        `${CSI}1;${top}r${at(Math.max(0, before))}` +
        lines.map((line) => `\r\n${CSI}K${line}`).join('') +
        `${CSI}r`
    host.write(out + at(cursor, 4))
  }
  return {
    start() {
      top = host.cursorRow()
      update(draw)
    },
    tick() {
      tick += 1
      update(draw)
    },
    print(lines) {
      update(() => {
        insert(wrapped(lines, host.cols))
        draw()
      })
    },
    resized() {
      const moved = host.cursorRow() - cursor
      update(() => {
        top = Math.max(0, top + moved)
        host.write(`${at(top)}${CSI}J`)
        drawn = []
        draw()
      })
    },
  }
}

/** prompt_toolkit (Aider): up to the top of what it has drawn, ED 0, and all again. */
export function promptToolkit(host: InlineHost): InlineAgent {
  let tick = 0
  let height = 0
  const erase = () => {
    host.write(`\r${up(height)}${CSI}J`)
    height = 0
  }
  const draw = () => {
    const next = frameRows(host.cols, tick)
    // it keeps the cursor on the last row, and autowrap off for full rows
    host.write(`${CSI}?7l${next.join('\r\n')}${CSI}?7h`)
    height = next.length - 1
  }
  return {
    start: draw,
    tick() {
      tick += 1
      erase()
      draw()
    },
    print(lines) {
      erase()
      host.write(lines.map((line) => `${line}\r\n`).join(''))
      draw()
    },
    resized() {
      erase()
      draw()
    },
  }
}

/** The script of claude-code#51828: erases with EL 2 and CUU 1 once per row, on SIGWINCH only. */
export function script(host: InlineHost): InlineAgent {
  let tick = 0
  let last = 0
  const draw = () => {
    const next = frameRows(host.cols, tick)
    host.write(
      `${`${CSI}2K${up(1)}`.repeat(last)}${CSI}2K\r${next.map((row) => `${row}\r\n`).join('')}`,
    )
    last = next.length
  }
  return {
    start: draw,
    tick() {
      tick += 1
      draw()
    },
    print(lines) {
      host.write(`${`${CSI}2K${up(1)}`.repeat(last)}${CSI}2K\r`)
      last = 0
      host.write(lines.map((line) => `${line}\r\n`).join(''))
      draw()
    },
    resized: draw,
  }
}

export const inlineAgents: Readonly<Record<string, (host: InlineHost) => InlineAgent>> = {
  Ink: (host) => ink(host),
  'Ink with a visible cursor': (host) => ink(host, { shown: true }),
  'Ink with the cursor in its input': (host) => ink(host, { cursor: true }),
  'Ink, incremental': (host) => ink(host, { incremental: true }),
  'Ink, synchronized': (host) => ink(host, { synchronized: true, cursor: true }),
  'gemini-cli': (host) => ink(host, { refresh: true }),
  'Claude Code': claudeCode,
  Codex: (host) => viewport(host),
  ratatui: (host) => viewport(host, { scrolls: true }),
  prompt_toolkit: promptToolkit,
  'the script of claude-code#51828': script,
}
