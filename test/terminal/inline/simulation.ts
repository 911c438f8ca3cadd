/** An inline agent that works while its terminal is resized, and what is left afterwards. */
import { seeded } from '../../../src/build/test/fuzz-target.mjs'
import type { Terminal } from '../../../src/terminal/index.ts'
import { codeMask, tailBit } from '../../../src/terminal/screen/cell.ts'
import { emptyLine } from '../../../src/terminal/history/history.ts'
import { readLine } from '../../../src/terminal/history/line.ts'
import { frameRows, type InlineAgent, type InlineHost } from './agents.ts'

export interface Remains {
  /** Frame rows beyond the one frame that the agent has drawn. */
  readonly ghosts: number
  /** Transcript lines that are not complete, and lines that occur twice. */
  readonly lost: number
  readonly repeated: number
}

const encoder = new TextEncoder()

/** All rows of history and screen; a row that continues another is joined to it. */
export function linesOf({ screen }: Terminal): string[] {
  const { grid, history } = screen.primary
  const lines: string[] = []
  const line = emptyLine(screen.cols)
  const count = history?.count ?? 0
  for (let row = 0; row < count + grid.rows; row += 1) {
    if (row < count) history!.read(row, line)
    else readLine(grid, row - count, line)
    const text = Array.from(line.content.subarray(0, line.length))
      .filter((content) => (content & tailBit) === 0)
      .map((content) => String.fromCodePoint(content & codeMask || 0x20))
      .join('')
    if (line.wrapped && lines.length > 0) lines[lines.length - 1] += text
    else lines.push(text)
  }
  return lines
}

export function simulate(
  terminal: Terminal,
  make: (host: InlineHost) => InlineAgent,
  seed: number,
  resizes = 50,
  between: () => void = () => undefined,
): Remains {
  const random = seeded(seed)
  const pick = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const { screen } = terminal
  const agent = make({
    get cols() {
      return screen.cols
    },
    get rows() {
      return screen.rows
    },
    cursorRow: () => screen.y,
    write(text) {
      // split anywhere
      const bytes = encoder.encode(text)
      const cut = Math.floor(random() * bytes.length)
      terminal.write(bytes.subarray(0, cut))
      terminal.write(bytes.subarray(cut))
    },
  })
  const printed: string[] = []
  const print = () => {
    const lines = Array.from({ length: pick(1, random() < 0.1 ? 40 : 3) }, () => {
      const number = String(printed.length + 1).padStart(4, '0')
      printed.push(`<${number}-${'lorem-ipsum-'.repeat(pick(0, 9))}${number}>`)
      return printed.at(-1)!
    })
    agent.print(lines)
  }
  terminal.write(encoder.encode('$ agent\r\n'))
  agent.start()
  agent.tick()
  for (let turn = 0; turn < resizes; turn += 1) {
    for (let step = pick(0, 5); step > 0; step -= 1) (random() < 0.4 ? print : agent.tick)()
    // a drag is several sizes before the agent draws again
    for (let drag = random() < 0.3 ? pick(2, 5) : 1; drag > 0; drag -= 1)
      terminal.resize(pick(24, 120), pick(12, 40))
    agent.resized()
    between()
  }
  print()
  agent.tick()
  return remains(linesOf(terminal), printed, screen.cols)
}

function remains(lines: readonly string[], printed: readonly string[], cols: number): Remains {
  const frame = lines.filter((line) => line.includes('§')).length
  // programs wrap lines by themselves, at full rows
  const text = lines.map((line) => line.trimEnd()).join('')
  const counts = printed.map((line) => text.split(line).length - 1)
  // 4 or 5 rows, by the tick
  const most = frameRows(cols, 4).length + 1
  return {
    ghosts: Math.max(0, frame - most),
    lost: counts.filter((count) => count === 0).length,
    repeated: counts.filter((count) => count > 1).length,
  }
}
