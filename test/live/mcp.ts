/**
 * Runs Claude Code as a client of `vibeflow mcp`, against a fake model that asks for
 * `mcp__vibeflow__list_sessions`: `node test/live/mcp.ts`. Prints the tool's answer.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance } from '../support/instance.ts'
import { agents } from './agents.ts'
import { cacheFolder, install, nodeFirst } from './install.ts'
import { lastWords, startStandIn } from './model-server.ts'

const root = join(import.meta.dirname, '../..')
const claude = agents.find(({ id }) => id === 'claude')!
const tool = 'mcp__vibeflow__list_sessions'

process.env['VIBEFLOW_LIVE_BODIES'] = '1' // the answer of the tool comes back in a request
const found = install(join(cacheFolder(process.env), claude.id), claude, false)
if ('problem' in found) throw new Error(found.problem)
const instance = startInstance()
const server = await startStandIn('', { thinkMs: 100, endMs: 100 }, { tool })
const { id } = instance.open('/bin/cat')
const project = join(instance.home, 'api')
mkdirSync(project)
const config = join(instance.home, 'mcp.json')
const command = { command: process.execPath, args: [join(root, 'src/cli/bin/vibeflow.mjs'), 'mcp'] }
writeFileSync(config, JSON.stringify({ mcpServers: { vibeflow: command } }))
const place = { home: instance.home, project, server, asks: null }
for (const [file, text] of Object.entries(claude.files(place))) writeFileSync(file, text)
const asked: string[] = []
const user = setInterval(() => {
  const { question } = instance.mcp.state()
  if (question === null) return
  asked.push(question.path)
  instance.mcp.answer(question.id, 'read')
}, 100)
const child = spawn(
  join(found.bin, 'claude'),
  ['-p', 'list my sessions', '--mcp-config', config, '--strict-mcp-config', '--allowedTools', tool],
  {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...instance.environment,
      PATH: nodeFirst(instance.environment['PATH'] ?? ''),
      ENABLE_TOOL_SEARCH: 'false', // else the model has to look for the tool first
      ...claude.environment(place),
    },
  },
)
const timer = setTimeout(() => child.kill(), 90_000)
let said = ''
child.stdout.on('data', (text) => {
  said += String(text)
})
await new Promise((resolve) => child.on('close', resolve))
clearTimeout(timer)
clearInterval(user)
const isBack = server.log.some((text) => text.includes('tool_result') && text.includes(id))
process.stdout.write(
  `Claude Code ${found.version}; the user was asked about ${asked.join(', ')}\n` +
    `${instance.logged.join('\n')}\n` +
    `the sessions came back to the model: ${isBack}; it ended with: ${said.trim()}\n`,
)
server.close()
instance.close()
process.exit(isBack && said.includes(lastWords) ? 0 : 1)
