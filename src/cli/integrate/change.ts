/** What is to be done to one agent's settings, worked out before anything is touched. */
import { join } from 'node:path'
import type { Environment } from '../client/discover.ts'
import { CommandError } from '../exit-codes.ts'
import type { Agent } from './agents.ts'
import { checkCommand, checkPlugin } from './check.ts'
import { isBare, unwire, wire, wiredBy, type Wiring } from './json-hooks.ts'
import { isOurPlugin, pluginText } from './plugin.ts'
import {
  readSettings,
  removeFolders,
  requireWritable,
  writeSettings,
  type SettingsFile,
} from './settings-file.ts'
import { forgetSteps, keepSteps, readSteps, stepOf, undoFile, undone, type Step } from './undo.ts'

export interface Change {
  readonly agent: Agent
  readonly file: SettingsFile
  /** null: no file. The same as the file's content: nothing is to be done. */
  readonly after: string | null
  /** Makes it. @throws CommandError and what the system says; then the file is as it was */
  readonly make: () => void
}

export interface Around {
  readonly environment: Environment
  readonly directory: string
  /** How hooks call us. */
  readonly emitter: string
}

export function settingsPath({ folder, file }: Agent, environment: Environment): string {
  return join(folder(environment), file)
}

/** @throws CommandError a part of a sentence that goes on with the file's name */
export function wiringChange(agent: Agent, around: Around): Change {
  const file = readSettings(settingsPath(agent, around.environment))
  const { content } = file
  const after =
    agent.hooks === 'plugin'
      ? pluginOver(content, agent)
      : wire(content ?? '', wiringOf(agent, agent.hooks, around.emitter))
  if (after !== content) requireWritable(file)
  return {
    agent,
    file,
    after,
    make: () => {
      const record = undoFile(around.environment, agent.name)
      const steps = readSteps(record, file.path)
      const folders = writeSettings(file, after)
      const isGoingOn = content !== null && undone(content, steps).content !== content
      keepSteps(record, file.path, [...(isGoingOn ? steps : []), stepOf(content, after, folders)])
    },
  }
}

/** @throws as `wiringChange` */
export function removal(agent: Agent, around: Around): Change {
  const file = readSettings(settingsPath(agent, around.environment))
  const record = undoFile(around.environment, agent.name)
  const steps = readSteps(record, file.path)
  const { content: after, folders } = withoutUs(agent, file, steps, around)
  if (after !== file.content) requireWritable(file)
  return {
    agent,
    file,
    after,
    make: () => {
      writeSettings(file, after)
      removeFolders(folders)
      forgetSteps(record)
    },
  }
}

function withoutUs(
  agent: Agent,
  { content }: SettingsFile,
  steps: readonly Step[],
  { emitter }: Around,
): { readonly content: string | null; readonly folders: readonly string[] } {
  // a file that never was ours may be broken
  if (content === null || !content.includes('vibeflow')) return { content, folders: [] }
  const back = undone(content, steps)
  if (back.content === null) return back
  const folders = steps[0]?.folders ?? []
  if (agent.hooks === 'plugin')
    return isOurPlugin(back.content) ? { content: null, folders } : { content, folders: [] }
  const left = unwire(back.content, wiringOf(agent, agent.hooks, emitter))
  return steps[0]?.before === null && left !== content && isBare(left)
    ? { content: null, folders }
    : { content: left, folders: [] }
}

/** How it stands with an agent's settings, and whether a report comes. */
export async function check(
  agent: Agent,
  around: Around,
): Promise<{ readonly wired: boolean; readonly problem: string | null }> {
  const { content } = readSettings(settingsPath(agent, around.environment))
  if (content === null) return { wired: false, problem: null }
  if (agent.hooks === 'plugin') {
    if (!isOurPlugin(content)) return { wired: false, problem: null }
    if (content !== pluginText(agent.name))
      return { wired: true, problem: `it is of another version: vibeflow integrate ${agent.name}` }
    return { wired: true, problem: await checkPlugin(agent, content) }
  }
  const { complete, command } = wiredBy(content, wiringOf(agent, agent.hooks, around.emitter))
  if (command === null) return { wired: false, problem: null }
  const problem = await checkCommand(agent, agent.hooks, command, around)
  if (problem !== null || complete) return { wired: true, problem }
  return { wired: true, problem: `some events are missing: vibeflow integrate ${agent.name}` }
}

function wiringOf(agent: Agent, hooks: Wiring['hooks'], emitter: string): Wiring {
  return { agent: agent.name, hooks, command: `${emitter} --hook ${agent.name}` }
}

function pluginOver(content: string | null, agent: Agent): string {
  if (content !== null && !isOurPlugin(content))
    throw new CommandError('failed', 'is not of vibeflow. It was left alone.')
  return pluginText(agent.name)
}
