/** Runs an agent's hook once with a sample event, to prove that it starts and reports. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parse, parse26, parse7501 } from '../../../protocol/index.ts'
import type { ProcessEnvironment } from '../../client/discover.ts'
import type { Integration, HookShape } from './agents.ts'

/** Time limit of a hook, shorter than the agents'. A slow one delays each tool. */
const hookMs = 5_000

/** Output limit of a hook. A report is smaller. */
const outputBytesMax = 16_384

/** @returns `null`, or why no report came, as a sentence without its period */
export async function checkCommand(
  agent: Integration,
  hooks: HookShape,
  command: string,
  around: { readonly environment: ProcessEnvironment; readonly directory: string },
): Promise<string | null> {
  const event = {
    session_id: 'vibeflow-check',
    ...(hooks.namesEvent === true
      ? {}
      : { [agent.name === 'grok' ? 'hookEventName' : 'hook_event_name']: hooks.sample }),
    cwd: around.directory,
    prompt: 'vibeflow asks whether this hook reports',
  }
  const { out, complaint, exit } = await run(command, JSON.stringify(event), around)
  if (exit !== 0)
    return exit === null
      ? `\`${command}\` did not exit within ${hookMs / 1_000} s`
      : `\`${command}\` exited with code ${exit}${complaint === '' ? '' : ` (${complaint})`}`
  return isReport(out, agent.name) ? null : `\`${command}\` reported nothing`
}

function isReport(out: string, agent: string): boolean {
  if (agent === 'claude') {
    const frame = parse(out)
    return frame.ok && frame.value.state === 'working' && frame.value.tool === agent
  }
  const report = parse7501(out)
  return (
    report.ok &&
    'state' in report.value &&
    report.value.state === 'working' &&
    report.value.app === agent
  )
}

/** Runs a command in its own session, as agents do, with standard output as the terminal. */
function run(
  command: string,
  input: string,
  {
    environment,
    directory,
  }: { readonly environment: ProcessEnvironment; readonly directory: string },
): Promise<{ readonly out: string; readonly complaint: string; readonly exit: number | null }> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: directory,
      env: { ...environment, VIBEFLOW_EMIT_STDOUT: '1' },
      detached: true,
      stdio: 'pipe',
    })
    let [out, complaint] = ['', '']
    child.stdout.on('data', (chunk) => {
      out = (out + String(chunk)).slice(0, outputBytesMax)
    })
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + String(chunk)).slice(0, outputBytesMax)
    })
    const end = (exit: number | null) => {
      clearTimeout(timer)
      resolve({ out, complaint: complaint.split('\n')[0] ?? '', exit })
    }
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      end(null)
    }, hookMs)
    child.on('error', () => end(127))
    child.on('close', (code) => end(code ?? 1))
    child.stdin.on('error', () => undefined) // it may end before it reads everything
    child.stdin.end(input)
  })
}

/**
 * Loads the plugin and sends it a busy event, with a file as the terminal.
 * @param text content of the file, which must be vibeflow's own: it runs in this process
 */
export async function checkPlugin(agent: Integration, text: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-check-'))
  const terminal = join(folder, 'terminal')
  writeFileSync(terminal, '', { mode: 0o600 })
  const before = { VIBEFLOW_TTY: process.env['VIBEFLOW_TTY'], TMUX: process.env['TMUX'] }
  try {
    process.env['VIBEFLOW_TTY'] = terminal
    delete process.env['TMUX']
    // The directory's name makes it a new module in each check.
    const source = Buffer.from(`${text}\n// ${folder}`).toString('base64')
    const address = `data:text/javascript;base64,${source}`
    const { Vibeflow: make } = (await import(/* @vite-ignore */ address)) as {
      Vibeflow: () => Promise<{ event: (one: { event: object }) => Promise<void> }>
    }
    const { event } = await make()
    await event({ event: { type: 'session.status', properties: { status: { type: 'busy' } } } })
    const report = parse26(readFileSync(terminal, 'utf8'))
    const works = report.ok && report.value.app === agent.name && report.value.state === 'working'
    return works ? null : `${basename(agent.file)} reported nothing`
  } catch (error) {
    return `can't run ${basename(agent.file)}: ${error instanceof Error ? error.message : ''}`
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
