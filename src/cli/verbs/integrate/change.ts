/** Plans a change of an agent's settings before any file is touched. */
import { join } from 'node:path'
import type { ProcessEnvironment } from '../../client/discover.ts'
import { failure } from '../../command/exit-codes.ts'
import type { Integration } from './agents.ts'
import { checkCommand, checkPlugin } from './check.ts'
import { isBare, unwire, wire, wiredBy, type Wiring } from './json-hooks.ts'
import { shellWord } from './emitter.ts'
import { isStatusLineWrapped, unwrapStatusLine, wrapStatusLine } from './status-line.ts'
import { isOwn, naming, ownFiles, scriptName, scriptShape } from './own-files.ts'
import {
  readSettings,
  removeFolders,
  requireWritable,
  writeSettings,
  type SettingsFile,
} from './settings-file.ts'
import {
  forgetSteps,
  keepSteps,
  readSteps,
  stepOf,
  undoFile,
  undone,
  type UndoStep,
} from './undo.ts'

interface Edit {
  readonly file: SettingsFile
  /** `null` for no file. Equal to the file's content if nothing changes. */
  readonly after: string | null
}

export interface Change {
  readonly agent: Integration
  readonly path: string
  readonly edits: readonly Edit[]
  /** Makes the change. Each file is replaced completely or not at all. */
  readonly make: () => void
}

export interface Around {
  readonly environment: ProcessEnvironment
  readonly directory: string
  /** Command in hooks that runs vibeflow-emit. */
  readonly emitter: string
}

export function settingsPath(
  { folder, file }: Integration,
  environment: ProcessEnvironment,
): string {
  return join(folder(environment), file)
}

export function isChanged({ file, after }: Edit): boolean {
  return after !== file.content
}

/** @throws CommandError with the end of a sentence that starts with the file's name */
export function wiringChange(agent: Integration, around: Around): Change {
  const editing = editingOf(agent, around)
  if (editing === null) return ownWiring(agent, around)
  const file = readSettings(settingsPath(agent, around.environment))
  const { content } = file
  const after = editing.add(content ?? '')
  if (after !== content) requireWritable(file)
  return {
    agent,
    path: file.path,
    edits: [{ file, after }],
    make: () => {
      const record = undoFile(around.environment, agent.name)
      const steps = readSteps(record, file.path)
      const folders = writeSettings(file, after)
      const isGoingOn = content !== null && undone(content, steps).content !== content
      keepSteps(record, file.path, [...(isGoingOn ? steps : []), stepOf(content, after, folders)])
    },
  }
}

/** @throws CommandError, see `wiringChange` */
export function removal(agent: Integration, around: Around): Change {
  const editing = editingOf(agent, around)
  if (editing === null) return ownRemoval(agent, around)
  const file = readSettings(settingsPath(agent, around.environment))
  const record = undoFile(around.environment, agent.name)
  const steps = readSteps(record, file.path)
  const { content: after, folders } = withoutUs(file, steps, editing.remove)
  if (after !== file.content) requireWritable(file)
  return {
    agent,
    path: file.path,
    edits: [{ file, after }],
    make: () => {
      writeSettings(file, after)
      removeFolders(folders)
      forgetSteps(record)
    },
  }
}

/** Plans files of vibeflow. Keeps other files with the same names. */
function ownWiring(agent: Integration, around: Around): Change {
  const path = settingsPath(agent, around.environment)
  const edits = ownFiles(agent, around.emitter).map((own) =>
    naming(own, () => {
      const edit = { file: readSettings(join(path, own.name), own.mode), after: own.text }
      const { content } = edit.file
      if (content !== null && !isOwn(content))
        throw failure('does not belong to vibeflow. The file was not changed.')
      if (isChanged(edit)) requireWritable(edit.file)
      return edit
    }),
  )
  return {
    agent,
    path,
    edits,
    make: () => {
      const record = undoFile(around.environment, agent.name)
      const before = readSteps(record, path).flatMap(({ folders }) => folders)
      const made = edits.filter(isChanged).flatMap(({ file, after }) => writeSettings(file, after))
      keepSteps(record, path, [stepOf(null, '', [...before, ...made])])
    },
  }
}

function ownRemoval(agent: Integration, around: Around): Change {
  const path = settingsPath(agent, around.environment)
  const edits = ownFiles(agent, around.emitter).map((own) =>
    naming(own, () => {
      const file = readSettings(join(path, own.name))
      const isOurs = file.content !== null && isOwn(file.content)
      if (isOurs) requireWritable(file)
      return { file, after: isOurs ? null : file.content }
    }),
  )
  const record = undoFile(around.environment, agent.name)
  return {
    agent,
    path,
    edits,
    make: () => {
      for (const { file, after } of edits.filter(isChanged)) writeSettings(file, after)
      removeFolders(readSteps(record, path).flatMap(({ folders }) => folders))
      forgetSteps(record)
    },
  }
}

/** Changes a settings file; `null` for files of vibeflow. */
function editingOf(
  agent: Integration,
  { emitter }: Around,
): { readonly add: (text: string) => string; readonly remove: (text: string) => string } | null {
  const { hooks } = agent
  if (hooks === 'plugin' || hooks === 'scripts') return null
  if (hooks === 'status-line') return { add: wrapStatusLine, remove: unwrapStatusLine }
  const wiring = wiringOf(agent, hooks, emitter)
  return { add: (text) => wire(text, wiring), remove: (text) => unwire(text, wiring) }
}

function withoutUs(
  { content }: SettingsFile,
  steps: readonly UndoStep[],
  remove: (text: string) => string,
): { readonly content: string | null; readonly folders: readonly string[] } {
  // A file without hooks of vibeflow may be invalid.
  if (content === null || !content.includes('vibeflow')) return { content, folders: [] }
  const back = undone(content, steps)
  if (back.content === null) return back
  const left = remove(back.content)
  return steps[0]?.before === null && left !== content && isBare(left)
    ? { content: null, folders: steps[0].folders }
    : { content: left, folders: [] }
}

interface Checked {
  readonly wired: boolean
  readonly problem: string | null
}

/** Returns whether an agent is integrated and its hooks report. */
export async function check(agent: Integration, around: Around): Promise<Checked> {
  const { hooks } = agent
  const path = settingsPath(agent, around.environment)
  if (hooks === 'plugin' || hooks === 'scripts') return checkUserRules(agent, path, around)
  const { content } = readSettings(path)
  if (content === null) return { wired: false, problem: null }
  if (hooks === 'status-line') return { wired: isStatusLineWrapped(content), problem: null }
  const { complete, command } = wiredBy(content, wiringOf(agent, hooks, around.emitter))
  if (command === null) return { wired: false, problem: null }
  const problem = await checkCommand(agent, hooks, command, around)
  if (problem !== null || complete) return { wired: true, problem }
  return {
    wired: true,
    problem: `some events are missing. Run \`vibeflow integrate ${agent.name}\``,
  }
}

async function checkUserRules(agent: Integration, path: string, around: Around): Promise<Checked> {
  const files = ownFiles(agent, around.emitter).map((own) => {
    const { content } = naming(own, () => readSettings(join(path, own.name)))
    return { own, content: content !== null && isOwn(content) ? content : null }
  })
  if (files.every(({ content }) => content === null)) return { wired: false, problem: null }
  if (files.some(({ content, own }) => content === null || !isSame(content, own.text)))
    return {
      wired: true,
      problem: `it belongs to another version. Run \`vibeflow integrate ${agent.name}\``,
    }
  if (agent.hooks === 'plugin')
    return { wired: true, problem: await checkPlugin(agent, files[0]?.content ?? '') }
  const command = `sh ${shellWord(join(path, scriptName(scriptShape.sample)))}`
  return { wired: true, problem: await checkCommand(agent, scriptShape, command, around) }
}

/** Compares without the path of vibeflow-emit. */
function isSame(one: string, other: string): boolean {
  const bare = (text: string) => text.replace(/^exec .* --hook /m, 'exec --hook ')
  return bare(one) === bare(other)
}

function wiringOf(agent: Integration, hooks: Wiring['hooks'], emitter: string): Wiring {
  return { agent: agent.name, hooks, command: `${emitter} --hook ${agent.name}` }
}
