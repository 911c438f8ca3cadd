/**
 * Tests `vibeflow log` and `report` on the recorder's files: without a running app, and next to
 * one.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecorderEvent } from '../../src/core/recorder/events.ts'
import { localCalendar, recorderFolder } from '../../src/host/state/recorder/folder.ts'
import { RecorderStore } from '../../src/host/state/recorder/recorder-store.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { startInstance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'
import { asSession } from '../support/windows/ids.ts'

const home = mkdtempSync(join(tmpdir(), 'vibeflow-log-'))
const folder = recorderFolder(join(home, 'state', 'vibeflow'))
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  XDG_STATE_HOME: join(home, 'state'),
  XDG_RUNTIME_DIR: home,
  ...(process.env['TZ'] === undefined ? {} : { TZ: process.env['TZ'] }),
}
const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'

const vibeflow = (...words: readonly string[]) => runVerb(words, { environment, directory: home })

const state = (
  shown: 'working' | 'waiting' | 'error' | 'done',
  tool = 'claude',
  project = 'api',
): RecorderEvent => ({
  type: 'state',
  state: shown,
  ...(shown === 'waiting' ? { kind: 'permission' as const } : {}),
  ...{ tool, project, source: 'osc7501', reason: 'the program said so' },
})

/** An hour of two sessions, `daysAgo` at noon. */
function record(run: string, daysAgo: number, [one, two]: readonly [string, string]): void {
  const clock = new FakeClock()
  const noon = new Date()
  noon.setHours(12, 0, 0, 0)
  noon.setDate(noon.getDate() - daysAgo)
  const store = new RecorderStore(folder, true, {
    clock,
    wall: () => noon.getTime() + clock.now(),
    calendar: localCalendar,
    run,
    failed: (problem) => {
      throw new Error(problem)
    },
  })
  const tell = (session: string, event: RecorderEvent) =>
    store.entry(asSession(session), { at: clock.now(), place: 42, event })
  tell(one, state('working'))
  tell(two, state('working', 'codex', 'web'))
  clock.advance(30 * 60_000)
  tell(one, state('waiting'))
  tell(two, state('waiting', 'codex', 'web'))
  clock.advance(20_000)
  tell(two, state('error', 'codex', 'web'))
  clock.advance(10 * 60_000 - 20_000)
  tell(one, {
    type: 'answer',
    ...{ rule: 'r', question: hostile, choice: 'Yes', by: 'list', refused: null },
  })
  tell(one, state('working'))
  clock.advance(20 * 60_000)
  tell(one, { type: 'command', line: 'make all', ranMs: 2_500, code: 2 })
  tell(one, state('done'))
  store.stays([one, two].map((id) => asSession(id)))
  store.end()
}

beforeAll(() => {
  record('run1', 3, ['older1', 'older2'])
  record('run2', 0, ['abcdefgh2345', 'abcxyz'])
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('vibeflow report', () => {
  it("report sums up today's work, waiting, answers and failures", async () => {
    const { exit, out } = await vibeflow('report')
    expect(exit).toBe(0)
    expect(out.split('\n').map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      'AGENT|PROJECT|WORKED|WAITED|ANSWERS|FAILURES',
      ...['Claude Code|api|50 min|10 min|1|0', 'Codex|web|30 min|under 1 min|0|1'],
      ...['total|1 h 20 min|10 min|1|1', ''],
    ])
  })

  it('report sums up a week by project or agent, also as JSON', async () => {
    const week = JSON.parse((await vibeflow('report', '--week', '--by', 'project', '--json')).out)
    expect(week).toMatchObject({
      by: 'project',
      rows: [
        { project: 'api', agent: '', workedMs: 6_000_000, waitedMs: 1_200_000, answers: 2 },
        { project: 'web', agent: '', workedMs: 3_600_000, failures: 2 },
      ],
      total: { workedMs: 9_600_000, waitedMs: 1_240_000, answers: 2, failures: 2 },
    })
    const { rows } = JSON.parse(
      (await vibeflow('report', '--today', '--by', 'agent', '--json')).out,
    )
    expect(rows).toMatchObject([
      { agent: 'claude', workedMs: 3_000_000 },
      { agent: 'codex', workedMs: 1_800_000 },
    ])
  })

  it('report refuses an unknown word in a sentence', async () => {
    expect(await vibeflow('report', '--by', 'moon')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('unknown --by "moon". Available: project, agent.'),
    })
    expect((await vibeflow('report', '--today', '--week')).err).toContain("can't be used together")
  })
})

describe('vibeflow log', () => {
  it('lists events, with times and reasons', async () => {
    const { exit, out } = await vibeflow('log', 'abcdefgh2345')
    expect(exit).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\d 12:00:00 {2}working +Claude Code in api, the program said so, for 30 min$/,
    )
    expect(lines[1]).toMatch(/12:30:00 {2}waiting \(permission\) .* for 10 min$/)
    expect(lines[4]).toMatch(/13:00:00 {2}command +make all, exit 2, ran 2 s$/)
  })

  it('is a document for programs, and takes the beginning of an id', async () => {
    const { session, events } = JSON.parse((await vibeflow('log', 'abcde', '--json')).out)
    expect(session).toBe('abcdefgh2345')
    expect(events[1]).toEqual({
      ...state('waiting'),
      at: expect.any(Number),
      forMs: 600_000,
      place: 42,
    })
    expect((await vibeflow('log', 'abc')).err).toMatch(
      /"abc" matches several sessions: .*abcdefgh2345/,
    )
  })

  it('reports that nothing is recorded of a session, and damaged parts', async () => {
    expect(await vibeflow('log', 'nobody')).toMatchObject({ exit: 4 })
    appendFileSync(join(folder.logs, 'older1.log'), '["s",12')
    const { exit, err } = await vibeflow('log', 'older1')
    expect(exit).toBe(0)
    expect(err).toContain('Unreadable lines that were skipped: 1.')
  })

  it('becomes one file that loads and sends nothing, and contains no foreign markup', async () => {
    const file = join(home, 'log.html')
    expect((await vibeflow('log', 'abcdefgh2345', '--html', 'log.html')).exit).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const html = readFileSync(file, 'utf8')
    expect(html).toContain("default-src 'none'; script-src 'sha256-")
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toMatch(/<img|https?:|src=["']|href=|url\(|\sstyle=/)
    // what is there is not overwritten
    expect(await vibeflow('log', 'abcdefgh2345', '--html', 'log.html')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('already exists'),
    })
  })
})

it('log and report contain all events until now, of a running vibeflow', async () => {
  const instance = startInstance()
  try {
    const { id } = instance.open('/bin/cat')
    const { recording } = instance.workspace.session(asSession(id)) ?? expect.fail('no session')
    const around = { environment: instance.environment, directory: instance.home }
    const document = async (...words: string[]) =>
      JSON.parse((await runVerb([...words, '--json'], around)).out) as Record<string, any>
    expect(await document('log', id)).toMatchObject({ error: { code: 'no-session' } })
    recording.recorder.record(state('working'))
    expect((await document('log', id))['events']).toMatchObject([{ state: 'working' }])
    recording.recorder.record({
      type: 'answer',
      ...{ rule: 'r', question: 'Run it?', choice: 'Yes', by: 'list', refused: null },
    })
    expect((await document('log', '1'))['events']).toMatchObject([{}, { question: 'Run it?' }])
    expect(await document('report')).toMatchObject({ total: { answers: 1 } })
  } finally {
    instance.close()
  }
})

it('with --screen: scrollback as a picture, events at their rows, no foreign markup', async () => {
  const instance = startInstance()
  try {
    const around = { environment: instance.environment, directory: instance.home }
    writeFileSync(
      join(instance.home, 'says'),
      `${Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\r\n')}\r\n` +
        `\x1b[31m${hostile}\x1b[m \u202eevil\r\n`,
    )
    const { id } = instance.open('/bin/sh', '-c', 'stty -echo; cat says; read x; seq 30; exec cat')
    const { recording } = instance.workspace.session(asSession(id)) ?? expect.fail('no session')
    const screen = async () => (await runVerb(['snapshot', id], around)).out
    await expect.poll(screen).toContain('alert(2)')
    recording.recorder.record({ type: 'notification', from: 'program', text: `${hostile}\u202e` })
    await runVerb(['send', id, '--enter', ''], around)
    await expect.poll(screen).toMatch(/^30$/m)
    const words = ['log', id, '--html', 'run.html']
    expect(await runVerb([...words, '--screen'], around)).toMatchObject({
      exit: 0,
      out: `Wrote ${instance.home}/run.html (events: 1, rows of the screen: 92).\n`,
    })
    const html = readFileSync(join(instance.home, 'run.html'), 'utf8')
    expect(/<tr data-at="\d+" data-y="(\d+)">/.exec(html)?.[1]).toBe(String(61 * 17))
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<\/script/g)).toHaveLength(1)
    expect(html).not.toMatch(/<img|src=["']|href=|url\(|\sstyle=|\u202e|\x1b/)
    expect(html).toMatch(/fill="#[0-9a-f]{6}" [^>]*>&lt;img src=x onerror/)
    expect((await runVerb(['log', id, '--screen'], around)).err).toContain('requires --html FILE')
  } finally {
    instance.close()
  }
})
