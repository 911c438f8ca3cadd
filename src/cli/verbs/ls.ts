/** `vibeflow ls`: the sessions of all running instances. */
import { findRoots, sessionsIn } from '../client/discover.ts'
import { lineCharactersMax, safeText } from '../../core/text/safe-text.ts'
import { span } from '../../core/text/span.ts'
import { widthOf } from '../../core/vt/screen/width.ts'
import { askAll, noneSeen } from '../target.ts'
import type { Verb } from '../verb.ts'

export const ls: Verb = {
  name: 'ls',
  words: '',
  summary: 'list the sessions of all running instances',
  options: {},
  async run({ environment, json, say, document, complain }) {
    const answers = await askAll(sessionsIn(findRoots(environment)))
    const sessions = answers.map(({ id, path, welcome }) => {
      if (welcome === null) return { id, socket: path, state: 'unresponsive' }
      const {
        state,
        session: { title, cwd, cols, rows, sizeBy, clients, pid, command, startedAt },
      } = welcome
      return {
        id,
        socket: path,
        state: state.state,
        ...(state.kind === undefined ? {} : { kind: state.kind }),
        since: state.since,
        ...(state.tool === undefined ? {} : { tool: state.tool }),
        title,
        cwd,
        cols,
        rows,
        sizeBy,
        clients: clients - 1,
        pid,
        command,
        startedAt,
      }
    })
    if (json) {
      document({ sessions })
      return 0
    }
    const rows = sessions.map((one) =>
      'title' in one
        ? [
            one.id,
            one.kind === undefined ? one.state : `${one.state} (${one.kind})`,
            span(Date.now() - one.since),
            one.tool ?? '-',
            `${one.cols}x${one.rows}`,
            String(one.clients),
            one.cwd,
            one.title,
          ]
        : [one.id, one.state, '-', '-', '-', '-', '-', '-'],
    )
    if (rows.length === 0) complain(noneSeen)
    else
      for (const line of table([
        ['ID', 'STATE', 'SINCE', 'TOOL', 'SIZE', 'CLIENTS', 'DIRECTORY', 'TITLE'],
        ...rows,
      ]))
        say(line)
    return 0
  },
}

/**
 * Columns as wide as their widest cell. Each cell is cleaned for itself: a folder's name makes no
 * row.
 */
function table(cells: readonly (readonly string[])[]): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => safeText(cell, lineCharactersMax)))
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))),
  )
  return rows.map((row) =>
    row
      .map(
        (cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - columnsOf(cell))),
      )
      .join('  ')
      .trimEnd(),
  )
}

/** As a terminal counts them: folders may have Chinese names. */
function columnsOf(text: string): number {
  return [...text].reduce(
    (columns, character) => columns + widthOf(character.codePointAt(0) ?? 0),
    0,
  )
}
