/**
 * Writes a session's log as one HTML file that replays it. It loads and sends nothing: its policy
 * allows only its own script and style by their hashes. All texts are escaped.
 */
import { escapedHtml } from '../../base/text/html.ts'
import { countsAs, rowWords, type LogRow } from './log-rows.ts'
import { replayScript, replayStyle } from './replay-page.ts'

interface ReplayPorts {
  /** Returns SHA-256 in Base64. */
  readonly hash: (text: string) => string
  /** Formats a wall-clock time for the user. */
  readonly time: (wall: number) => string
}

/** Scrollback and screen of the session at the time of the export. */
export interface ReplayScreen {
  /** An image with rows of equal height, without foreign markup. */
  readonly svg: string
  readonly rowHeight: number
  readonly rows: number
  /** Returns an event's row in the image; `null` if it has none. */
  readonly rowOf: (row: LogRow) => number | null
}

const width = 1_000

/** @param screen `null` to export only recorded events, without text of the screen */
export function replayHtml(
  session: string,
  rows: readonly LogRow[],
  { hash, time }: ReplayPorts,
  screen: ReplayScreen | null = null,
): string {
  const from = rows[0]?.at ?? 0
  const to = rows.reduce((latest, row) => Math.max(latest, endOf(row)), from + 1)
  const policy =
    `default-src 'none'; script-src 'sha256-${hash(replayScript)}'; ` +
    `style-src 'sha256-${hash(replayStyle)}'; base-uri 'none'; form-action 'none'`
  const title = escapedHtml(`Session ${session}`)
  const x = (at: number) => (((at - from) / (to - from)) * width).toFixed(2)
  const marks = rows.flatMap((row) => {
    const counts = countsAs(row.event)
    if (counts === null) return []
    const least = Math.max(1.5, Number(x(endOf(row))) - Number(x(row.at))).toFixed(2)
    return `<rect class="${counts}" x="${x(row.at)}" y="0" width="${least}" height="24"/>`
  })
  const lines = rows.map((row) => {
    const [what, how] = rowWords(row)
    const counts = countsAs(row.event) ?? ''
    const place = screen?.rowOf(row) ?? null
    const shown = place === null || screen === null ? '' : ` data-y="${place * screen.rowHeight}"`
    return (
      `<tr data-at="${row.at}"${shown}><td><time>${escapedHtml(time(row.at))}</time></td>` +
      `<td class="${counts}">${escapedHtml(what)}</td><td>${escapedHtml(how)}</td></tr>`
    )
  })
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${title}</title><style>${replayStyle}</style></head><body>`,
    `<header><h1>${title}</h1><p>${escapedHtml(time(from))} to ${escapedHtml(time(to))}, ` +
      `${rows.length} events</p>`,
    '<div class="controls"><button id="play" type="button">Play</button>',
    '<label>Speed <select id="speed">' +
      '<option value="1">1x</option><option value="10">10x</option>' +
      '<option value="60" selected>60x</option><option value="600">600x</option></select></label>',
    '<output id="now"></output></div>',
    `<svg viewBox="0 0 ${width} 24" preserveAspectRatio="none" role="img" ` +
      `aria-label="When it worked, waited and failed">${marks.join('')}` +
      '<line id="cursor" x1="0" x2="0" y1="0" y2="24"/></svg>',
    `<input id="at" type="range" aria-label="Time" min="${from}" max="${to}" value="${from}">`,
    '<p class="key"><span class="worked">worked</span> ' +
      '<span class="waited">waited for you</span> <span class="failed">failed</span></p></header>',
    `<main><table><tbody id="events">${lines.join('\n')}</tbody></table>`,
    screen === null ? '' : screenHtml(screen),
    '</main>',
    `<script>${replayScript}</script></body></html>\n`,
  ].join('\n')
}

/** Covers output that was printed after the replayed time. */
function screenHtml({ svg, rows, rowHeight }: ReplayScreen): string {
  const whole = `width="100%" height="${rows * rowHeight}"`
  return (
    `<section id="screen" aria-label="Scrollback and screen" tabindex="0">` +
    svg.replace(
      /<\/svg>\s*$/,
      `<rect id="covered" ${whole} y="0"/>` +
        `<rect id="mark" width="100%" height="${rowHeight}"/></svg>`,
    ) +
    '</section>'
  )
}

function endOf({ at, forMs = 0 }: LogRow): number {
  return at + Math.round(forMs)
}
