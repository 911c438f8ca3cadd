/**
 * Converts findings to evidence of state. Returns `null` for titles, which need rules, and for all
 * other findings.
 */
import { toRecord } from '../../protocol/index.ts'
import type { EvidenceOf, OutputReportType } from '../dispatch/evidence.ts'
import type { Evidence, Foreground } from './evidence.ts'

interface Found {
  readonly type: OutputReportType
  readonly value: unknown
}

const marks = { prompt_start: 'A', prompt_end: 'B', command_start: 'C' } as const

/** @param foreground read for markers */
export function fromDispatch(found: Found, foreground: Foreground = 'unknown'): Evidence | null {
  const read = readers[found.type]
  // the dispatcher pairs type and value
  return read === undefined ? null : read(found.value as never, foreground)
}

type Reader<Type extends OutputReportType> = (
  value: EvidenceOf<Type>,
  foreground: Foreground,
) => Evidence | null

const readers: { readonly [Type in OutputReportType]?: Reader<Type> } = {
  osc1338: (frame) => ({ type: 'frame', dialect: 'osc1338', ...frame }),
  osc26: ({ state = null, msg, methodResume: _resume, methodFork: _fork, ...rest }) => ({
    type: 'frame',
    dialect: 'osc26',
    ...rest,
    state,
    tool: rest.app,
    message: msg,
  }),
  osc7501: (report) => {
    const record = toRecord('osc7501', report)
    const { app, id, hook, instead } = report
    if (record === null)
      return { type: 'frame', dialect: 'osc7501', state: 'clear', id, tool: app, hook }
    return {
      type: 'frame',
      dialect: 'osc7501',
      state: record.state,
      kind: record.kind,
      tool: app,
      app,
      id,
      title: record.title,
      // replaces an OSC 1338 frame, whose project has no field here
      ...(instead === '1338' ? { project: record.title } : {}),
      message: record.msg,
      progress: record.progress,
      hook,
      instead,
    }
  },
  osc21337: ({ state, kind, clear, msg }) => ({
    type: 'frame',
    dialect: 'osc21337',
    state: clear === true ? 'clear' : (state ?? null),
    kind,
    message: msg,
  }),
  warp: ({ state, msg, event: _event, ...rest }) =>
    state === undefined
      ? null
      : { type: 'frame', dialect: 'osc777', ...rest, state, tool: rest.app, message: msg },
  prompt: (mark, foreground) => {
    if (mark.kind === 'command_line' || mark.kind === 'cwd') return null
    return mark.kind === 'command_end'
      ? { type: 'marker', mark: 'D', foreground, exitCode: mark.exit_code }
      : { type: 'marker', mark: marks[mark.kind], foreground }
  },
  progress: ({ state: progress, percent }) => {
    const record = toRecord('osc9_4', { progress, ...(percent === undefined ? {} : { percent }) })
    const said = record?.state === 'working' || record?.state === 'error' ? record.state : null
    return {
      type: 'signal',
      source: 'osc9_4',
      rule: `9;4 ${progress}`,
      state: said,
      progress: record?.progress,
    }
  },
  ris: () => ({ type: 'reset' }),
  alt_screen: ({ on }) => ({ type: 'alt_screen', on }),
}
