/**
 * Resume hints: whatever a program prints, cut anywhere, and whatever a saved hint holds, the line
 * that is offered is the file in the foreground with the words of the agent's own rule and one name
 * of a session. It is one line of visible characters, and a shell reads exactly these words. While
 * no agent is in the foreground nothing is kept.
 */
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import type { KnownAgent } from '../../src/agents/rules/rules.ts'
import type { Clock } from '../../src/base/clock.ts'
import { Dispatcher } from '../../src/agents/dispatch/dispatcher.ts'
import { verifyIntervalMs } from '../../src/agents/resume/limits.ts'
import { resumeHint, type ResumeHint } from '../../src/agents/resume/hint.ts'
import { splitWords } from '../../src/base/text/shell-words.ts'
import type { SessionParts } from '../../src/core/session/parts.ts'
import { ResumeHints } from '../../src/core/session/resume-hints.ts'
import { safeText } from '../../src/base/text/safe-text.ts'
import { Choices, cuts, holds, tryBytes, type FuzzRun } from '../support/support.ts'

export const name = 'resume-hints'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const names = [
  'claude',
  'codex',
  'copilot',
  'git',
  'sh',
  '/usr/bin/claude',
  '/tmp/x/claude',
  './claude',
]
const words = [
  ...[
    '--resume a1',
    'resume a1',
    '--resume=a1',
    '--resume',
    '-c alias.x=!id x',
    "'",
    '"a b"',
    '\\',
  ],
  ...['--resume $(id)', '--resume a1 --print', '--print a1', '', '--resume a\u202eb', '-e id'],
]
const parts = [
  ...names.flatMap((cmd) =>
    words.map((args) => `\x1b]88;arm;cmd=${base64(cmd)};args=${base64(args)}\x07`),
  ),
  ...names.map((app) => `\x1b]26;AppName=${base64(app)};SessionId=${base64('a1')}\x07`),
  ...words.map((id) => `\x1b]26;SessionId=${base64(id)}\x07`),
  '\x1b]777;notify;warp://cli-agent;{"event":"stop","v":1,"session_id":"a1"}\x07',
  '\x1b]777;notify;warp://cli-agent;{"event":"stop","v":1,"agent":"git","session_id":"-c"}\x07',
  ...['\x1b]88;arm;cmd=', ';args=', ';cwd=', ';v=2', '\x1b]88;clear\x07', '\x1b]26;', '\x1b\\'],
  ...['\x1b]133;A\x07', '\x1b]133;C\x07', '\x1b]133;D;0\x07', '\x1b]133;D;137\x07', '\x1bPtmux;'],
  ...['/usr/bin/claude', '/x/../claude', '--print', 'a1', '\x00', '"', ',', '/', ' '],
]

/** Agents with a `resume` rule of each form, and one without. */
const fronts = ['claude', 'codex', 'copilot', 'qwen', 'aider'].flatMap(
  (id) => shippedAgents().get(id) ?? [],
)

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay)
}

/** A clock that waits for nothing: its time advances only on request. */
class Hand implements Clock {
  #now = 0
  #due: { at: number; act: () => void }[] = []

  now(): number {
    return this.#now
  }

  after(delayMs: number, act: () => void): () => void {
    const one = { at: this.#now + delayMs, act }
    this.#due.push(one)
    return () => {
      this.#due = this.#due.filter((other) => other !== one)
    }
  }

  advance(ms: number): void {
    this.#now += ms
    for (const one of this.#due.filter(({ at }) => at <= this.#now)) {
      this.#due = this.#due.filter((other) => other !== one)
      one.act()
    }
  }
}

function hintsOf(
  offer: ResumeHint | null,
  world: { readonly front: KnownAgent | null; readonly file: string | null },
  shell: string,
): { readonly hints: ResumeHints; readonly clock: Hand } {
  const clock = new Hand()
  const process = { pid: 7, startTime: 9 }
  const { file, front } = world
  const inFront = {
    listed: (id: string) => shippedAgents().get(id) ?? null,
    programNow: () => (front === null ? null : { agent: front, file, process }),
    process: front === null ? null : process,
  }
  const parts = {
    options: { command: { program: shell, args: [] }, isUserShell: true, resume: offer },
    ports: { clock, lives: () => false },
    agents: { own: { inFront } },
    directoryInFront: '/srv',
    delivery: { state: { changed: () => undefined } },
  }
  const hints = new ResumeHints(parts as unknown as SessionParts)
  return { hints, clock }
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const agent = choices.pick(fronts)
  const world = {
    front: choices.byte() % 4 === 0 ? null : agent,
    file: choices.pick([`/usr/bin/${agent.names[0]}`, '/tmp/x/git', null]),
  }
  const { hints, clock } = hintsOf(null, world, 'bash')
  const dispatcher = new Dispatcher('thishost', {
    evidence: (evidence) => hints.found(evidence),
    query: () => undefined,
    notificationClosed: () => undefined,
  })
  for (const piece of cuts(input, 96)) {
    dispatcher.feed(piece)
    hints.settle()
    clock.advance(choices.byte() * 10)
  }
  clock.advance(verifyIntervalMs)
  const { kept } = hints
  if (kept !== null) {
    holds(
      world.front?.id === kept.agent,
      'a hint of another program than the one in the foreground',
    )
    holds(kept.program === world.file && kept.directory === '/srv', 'another file or directory')
    holds(resumeHint.safeParse(kept).success, 'a hint that is not read again')
    check(kept)
  }
  checkSaved(choices, new TextDecoder().decode(input))
}

/** A hint that was edited, or written by an older version. */
function checkSaved(choices: Choices, text: string): void {
  const given = () => choices.pick([text, text.slice(0, 8), text.replaceAll(/[^\w-]/g, '')])
  const read = resumeHint.safeParse({
    agent: choices.pick(['claude', 'codex', 'aider', 'git', given()]),
    program: choices.pick([
      '/usr/bin/claude',
      '/bin/codex',
      '/x/git',
      'claude',
      `/${given()}/claude`,
    ]),
    session: choices.pick(['a1', '--print', given()]),
    directory: choices.pick(['/srv', given(), `/${given()}`]),
    process: { pid: 7, startTime: 9 },
    ...choices.pick([{}, {}, {}, { args: ['-c', 'id'] }, { title: given() }]),
  }).data
  if (read !== undefined) check(read)
}

function check(hint: ResumeHint): void {
  for (const shell of ['bash', 'fish', 'tcsh']) {
    const { hints } = hintsOf(hint, { front: null, file: null }, shell)
    hints.began(hint.directory, false)
    const { line, args, hint: offered } = hints.offered ?? {}
    if (line === undefined || args === undefined || offered === undefined) continue
    const rule = shippedAgents().get(offered.agent)?.resume?.split(' ').slice(1) ?? []
    const expected = rule.map((word) => word.replace('<id>', offered.session))
    holds(rule.length > 0, 'an agent without a rule')
    holds(JSON.stringify(args) === JSON.stringify(expected), 'other words than those of the rule')
    holds(/^(?!-)[A-Za-z0-9_-]{1,128}$/.test(offered.session), 'no name of a session')
    const base = offered.program.slice(offered.program.lastIndexOf('/') + 1)
    holds(
      shippedAgents().get(offered.agent)?.names.includes(base) === true,
      'a file of another name',
    )
    holds(
      safeText(line, line.length) === line && !/[\r\n]/.test(line),
      'a line that hides something',
    )
    if (shell === 'bash')
      holds(
        JSON.stringify(splitWords(line)) === JSON.stringify([offered.program, ...args]),
        'a shell reads other words',
      )
  }
}
