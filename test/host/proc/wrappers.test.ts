/**
 * Agents that other programs start, in a real terminal: the tab names the agent. Each wrapper runs
 * a program with the name of an agent, or the script of one.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultTools } from '../../../src/agents/rules/default-tools.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { Tools } from '../../../src/agents/process/match.ts'
import type { WatchProcesses } from '../../../src/core/session/ports.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { Poller } from '../../../src/host/proc/poller.ts'
import { directoryOf, pids } from '../../../src/host/proc/process-facts.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { forkPty } from '../../../src/host/pty/start-pty.ts'
import { slow } from '../../slow.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-wrappers-'))
afterAll(() => {
  // Some wrappers ignore the end of their terminal.
  for (const pid of pids().filter((one) => one !== process.pid && directoryOf(one) === folder))
    process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const waits = 'setInterval(() => {}, 1_000)\n'
/** Starts a program in this terminal, as launchers in JavaScript do. */
const starts = (program: string, word = '') =>
  `require('node:child_process').spawn('${program}', ['${word}'], { stdio: 'inherit' })\n`
const node = `#!${process.execPath}\n`
const scripts: Readonly<Record<string, string>> = {
  'lib/node_modules/@openai/codex/bin/codex.js': `${node}${waits}`,
  // routers and clients of others, which start the agent
  'bin/ccr': `${node}${starts('claude', '600')}`,
  'bin/happy': `${node}${starts('claude', '600')}`,
  'bin/claude-auto-retry': '#!/bin/bash\nwhile claude 600; do sleep 1; done\n',
  'bin/agent.sh': '#!/bin/sh\nclaude 600\n',
  'bin/execs.sh': '#!/bin/sh\nexec claude 600\n',
  // runners, which start the program of a package that they have found
  'bin/npx': `${node}${starts('claude', '600')}`,
  'bin/bunx': '#!/bin/sh\nclaude 600\n',
  'bin/uvx': '#!/bin/sh\nclaude 600\n',
  Makefile: 'agent:\n\t@claude 600\n',
  list: '600\n',
  'package.json': '{ "scripts": { "agent": "claude 600" } }\n',
}
const screens = join(folder, 'screens')
mkdirSync(screens, { mode: 0o700 })
mkdirSync(join(folder, 'bin'))
copyFileSync('/bin/sleep', join(folder, 'bin/claude'))
for (const [file, text] of Object.entries(scripts)) {
  mkdirSync(join(folder, file, '..'), { recursive: true })
  writeFileSync(join(folder, file), text, { mode: 0o755 })
}

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const isRoot = process.getuid?.() === 0
const codex = `${process.execPath} ${join(folder, 'lib/node_modules/@openai/codex/bin/codex.js')}`

type Wrapper = readonly [command: string, needs?: string]

/** Commands, and what they need to run; one of each kind, and more of it. */
const kinds: readonly Wrapper[] = [
  ['ccr code'],
  ['timeout 600 claude 600'],
  ['sh bin/agent.sh'],
  ['script -qc "claude 600" /dev/null', 'script'],
  ['unbuffer -p claude 600', 'unbuffer'],
  ['screen -S api claude 600', 'screen'],
  ['setsid -w claude 600', 'setsid'],
]
const more: readonly Wrapper[] = [
  ['claude 600'],
  [codex],
  ['happy'],
  ['claude-auto-retry'],
  ['npx @anthropic-ai/claude-code'],
  ['bunx some-launcher'],
  ['uvx some-launcher'],
  ['nohup claude 600'],
  [`nohup ${codex}`],
  ['nice -n 5 claude 600'],
  ['env -u LANG A=b claude 600'],
  ['stdbuf -oL claude 600'],
  ['timeout --foreground 600 claude 600'],
  ['time claude 600'],
  ['exec -a other claude 600'],
  ['command claude 600'],
  ['(claude 600)'],
  ['claude 600 | cat'],
  ['true | claude 600'],
  ['bash -c "claude 600; true"'],
  ['agent.sh'],
  ['execs.sh'],
  ['make -s agent', 'make'],
  ['npm run -s agent', 'npm'],
  ['c() { claude 600; }; c'],
  ['alias c="nice claude"\rc 600'],
  ['script -q /dev/null\rclaude 600', 'script'],
  ['su -s /bin/bash -c "claude 600"', 'su'],
  ['sudo -E env PATH="$PATH" claude 600', 'sudo'],
  ['sudo -E env PATH="$PATH" nice timeout 600 agent.sh', 'sudo'],
  ['setarch -R claude 600', 'setarch'],
  ['ionice -c 3 claude 600', 'ionice'],
  ['taskset 1 claude 600', 'taskset'],
  ['chrt -b 0 claude 600', 'chrt'],
  ['strace -o /dev/null claude 600', 'strace'],
  ['asciinema rec -q -c "claude 600" /dev/null', 'asciinema'],
  ['screen -S api\rclaude 600', 'screen'],
  ['dbus-run-session claude 600', 'dbus-run-session'],
  ['flock lock claude 600', 'flock'],
  ['setsid -w npx @anthropic-ai/claude-code', 'setsid'],
  ['timeout 600 sudo -E env PATH="$PATH" claude 600', 'sudo'],
  ['make -s agent SHELL="/usr/bin/setsid -w sh"', 'make'],
  ['xargs -a list -o claude', 'xargs'],
  ['fakeroot claude 600', 'fakeroot'],
  ['unshare -m claude 600', 'unshare'],
  ['chronic claude 600', 'chronic'],
  ['doas claude 600', 'doas'],
]
const asks = /^s[ud]/

const title = '`%s` shows its agent'
test.each(kinds)(title, showsAgent)
test.each(more)(title, slow, showsAgent)

async function showsAgent(command = '', needs = ''): Promise<void> {
  if (needs !== '' && !(has(needs) && (isRoot || !asks.test(needs)))) return
  let tool: string | undefined
  const started = forkPty(
    systemClock,
    {
      program: '/bin/bash',
      args: ['--norc'],
      directory: folder,
      environment: {
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        ...{ HOME: folder, TERM: 'xterm', PS1: '> ', LANG: 'C.UTF-8', SCREENDIR: screens },
      },
      size: { cols: 80, rows: 24 },
    },
    { output: () => undefined, exit: () => undefined },
  )
  if ('problem' in started) throw new Error(started.problem)
  const { pty } = started
  const tools = new Tools(defaultTools, shippedAgents())
  const poller = new Poller(systemClock, new SystemProcReader(), tools, 100)
  const report: Parameters<WatchProcesses>[0]['report'] = (evidence) => {
    tool = evidence.tool
  }
  try {
    poller.watch({
      ...{ pid: pty.pid, isUserShell: true, home: folder, report },
      terminal: () => pty.reader(),
    })
    pty.write(Buffer.from(`${command}\r`))
    await expect
      .poll(() => tool, { timeout: 15_000, interval: 50 })
      .toBe(command.includes('codex') ? 'codex' : 'claude')
  } finally {
    poller.dispose()
    pty.close()
    if (needs === 'screen')
      // its server outlives the terminal
      spawnSync('screen', ['-S', 'api', '-X', 'quit'], {
        env: { ...process.env, SCREENDIR: screens },
      })
  }
}
