/**
 * `vibeflow-emit`: reports a state from a shell or a hook. docs/reference/vibeflow-emit.md has the
 * exit codes.
 */
import { writeSync } from 'node:fs'
import { formatCarrier } from '../osc/osc1338.ts'
import { emit, emitReport, type Delivery, type EmitOptions } from '../node/index.ts'
import type { Problem } from '../result.ts'
import { startTicks } from '../node/terminal.ts'
import { afterTerminalsMs, hookBytesMax, hookMs, triesMinMs, triesMs } from '../node/limits.ts'
import { readAgentHook } from './agent-hook.ts'
import { readArguments, type EmitTask } from './arguments.ts'
import { readClaudeHook } from './claude-hook.ts'
import { help, usage } from './help.ts'
import type { TabledAgent } from './hook-table.ts'

export async function runEmit(words: readonly string[], version: string): Promise<number> {
  const task = readArguments(words)
  // biome-ignore format: a table, read by its columns
  switch (task.does) {
    case 'help': say(help); return 0
    case 'version': return print(`vibeflow-emit ${version}\n`) ? 0 : 1
    case 'refuse': say(`vibeflow-emit: ${task.problem}\n${usage}`); return task.inHook ? 1 : 2
    case 'emit': return emitTask(task)
    case 'hook':
      return task.agent === 'claude' ? claudeHook(task.onStop) : agentHook(task.agent, task.event)
  }
}

async function emitTask(task: EmitTask & { readonly does: 'emit' }): Promise<number> {
  const { state, tool, project, message, wrap, afterTerminals } = task
  const options: EmitOptions =
    afterTerminals === undefined
      ? { wrap, timeoutMs: timeLeft() }
      : { wrap, targets: ['VIBEFLOW_SOCKET'], timeoutMs: afterTerminalsMs }
  const delivery =
    message === undefined && state !== 'error'
      ? await emit(
          {
            state,
            ...(tool === undefined ? {} : { tool }),
            ...(project === undefined ? {} : { project }),
          },
          options,
        )
      : await emitReport(
          {
            state: reported[state],
            ...(tool === undefined ? {} : { app: tool }),
            ...(project === undefined ? {} : { title: project }),
            ...(message === undefined ? {} : { msg: message }),
            instead: '1338',
          },
          options,
        )
  if (delivery.target !== null) return 0
  const { problem } = delivery
  if (problem === undefined) return complain(delivery, afterTerminals)
  const why = problems[problem] ?? `this name can't be sent (${problem})`
  say(`vibeflow-emit: ${why}\n${usage}`)
  return 2
}

const problems: Readonly<Partial<Record<Problem, string>>> = {
  'bad-text':
    'invalid message or project. Use one line without control characters, up to 2048 bytes for ' +
    '--message and 192 for --project',
  'too-long': 'the report is too long. A sequence has up to 4096 bytes',
}

/** OSC 7501's words for OSC 1338's. */
const reported = {
  active: 'idle',
  working: 'working',
  waiting: 'blocked',
  done: 'done',
  error: 'error',
} as const

async function claudeHook(onStop: 'waiting' | 'done'): Promise<number> {
  const input = await standardInput()
  if ('problem' in input) return failed(input.problem)
  const reading = readClaudeHook(input.text, onStop)
  if ('problem' in reading) return failed(reading.problem)
  if (reading.report === null) return 0
  const { frame: said, kind, mayAnswer, resume } = reading.report
  const frame = { ...said, ...begunAt() }
  const delivery = await emit(frame, {
    timeoutMs: triesMs,
    ...(kind === undefined ? {} : { kind }),
    ...(resume === undefined ? {} : { behind: resume }),
  })
  if (delivery.target !== null) return 0
  if (!mayAnswer || delivery.tried.some(({ target }) => target === 'stdout')) {
    complain(delivery)
    return 1
  }
  // OSC 777, because Claude writes that for a hook, but not OSC 1338
  const carrier = formatCarrier(frame)
  return carrier.ok && print(JSON.stringify({ terminalSequence: carrier.value })) ? 0 : 1
}

async function agentHook(agent: TabledAgent, event: string | null): Promise<number> {
  const input = await standardInput()
  if ('problem' in input) return failed(input.problem)
  const reading = readAgentHook(agent, input.text, event)
  if ('problem' in reading) return failed(reading.problem)
  if (reading.report === null) return 0
  const delivery = await emitReport({ ...reading.report, ...begunAt() }, { timeoutMs: triesMs })
  if (delivery.target !== null) return 0
  complain(delivery)
  return 1
}

/** Returns the hook's start time, or that of the shell before it, which orders reports. */
function begunAt(): { readonly hook: number } {
  const ticks = process.env['VIBEFLOW_HOOK_BEGUN'] ?? ''
  return { hook: /^\d{1,15}$/.test(ticks) ? Number(ticks) : startTicks() }
}

/** Includes the start of this process, because the agent waits for it too. */
function timeLeft(): number {
  return Math.max(triesMinMs, triesMs - performance.now())
}

/** Prints every target that was tried and returns the exit code. */
function complain(delivery: Delivery & { readonly target: null }, before = ''): number {
  const [first] = delivery.tried
  if (first?.target === 'stdout') {
    say(
      `vibeflow-emit: standard output ${first.reason.replace(/\?$/, '')}. Nothing else is ` +
        'tried because VIBEFLOW_EMIT_STDOUT is set',
    )
    return 1
  }
  say(
    `vibeflow-emit: no terminal reached:${before}` +
      `${delivery.tried.map(({ target, reason }) => `\n  ${target}: ${reason}`).join('')}`,
  )
  return 3
}

function failed(problem: string): 1 {
  say(`vibeflow-emit: ${problem}`)
  return 1
}

/** Returns all of standard input, or why it could not be read. Errors never contain input. */
function standardInput(): Promise<{ readonly text: string } | { readonly problem: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = (result: { readonly text: string } | { readonly problem: string }) => {
      clearTimeout(timer)
      process.stdin.destroy()
      resolve(result)
    }
    const timer = setTimeout(
      () => end({ problem: `no complete JSON on standard input within ${hookMs / 1_000} s` }),
      hookMs,
    )
    process.stdin.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > hookBytesMax) end({ problem: 'the JSON on standard input has more than 1 MiB' })
      else chunks.push(chunk)
    })
    process.stdin.on('end', () => end({ text: Buffer.concat(chunks).toString('utf8') }))
    process.stdin.on('error', () => end({ problem: "can't read JSON from standard input" }))
  })
}

function say(text: string): void {
  try {
    writeSync(2, `${text}\n`)
  } catch {
    // nothing reads standard error; the exit code reports the failure
  }
}

function print(text: string): boolean {
  try {
    writeSync(1, text)
    return true
  } catch (error) {
    say(
      "vibeflow-emit: can't write to standard output: " +
        `${error instanceof Error ? error.message : String(error)}`,
    )
    return false
  }
}
