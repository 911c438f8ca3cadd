/**
 * The report of `--diagnose`, made to be pasted into a bug report. It contains no values of the
 * environment or of settings, and no user name; text that could contain one passes `withoutNames`.
 */
import { z } from 'zod'
import { greatest } from '../../../base/numbers/extremes.ts'
import type { DrawnBy } from './drawing.ts'

/** The engine's report on itself and the machine's graphics, in Chromium's words. */
export const engineFacts = z.object({
  electron: z.string(),
  chromium: z.string(),
  node: z.string(),
  graphics: z.object({
    renderer: z.string(),
    vendor: z.string(),
    version: z.string(),
    devices: z.array(z.string()),
  }),
  /** Table of chrome://gpu: `webgl: enabled`, `webgl: unavailable_software`. */
  features: z.record(z.string(), z.string()),
})

export type EngineFacts = z.infer<typeof engineFacts>

export interface FolderFacts {
  readonly path: string
  readonly state: 'writable' | 'not created yet' | 'read-only' | 'not usable'
}

export interface DiagnosticReport {
  readonly v: 1
  readonly vibeflow: {
    readonly version: string
    readonly startedFrom: 'AppImage' | 'package' | 'sources'
    readonly command: string
  }
  readonly system: {
    readonly name: string
    readonly kernel: string
    readonly processor: string
    readonly cores: number
    readonly memoryMiB: number
    readonly display: 'Wayland' | 'X11' | 'none'
    readonly locale: string
  }
  /** `problem`: why it could not be asked. */
  readonly engine: {
    readonly kind: 'Electron' | 'Chromium build, with the Chromium of the system' | 'not known'
    readonly facts: EngineFacts | null
    readonly problem: string | null
  }
  readonly terminals: { readonly drawnBy: DrawnBy }
  readonly sandbox: {
    readonly root: boolean
    readonly userNamespaces: string
    readonly helper: string
  }
  readonly fonts: readonly { readonly asked: string; readonly found: string }[]
  readonly configuration: {
    readonly file: string
    readonly state: string
    readonly problems: readonly {
      readonly severity: string
      readonly kind: string
      readonly key: string | null
      readonly line: number | null
    }[]
    /** Names of options that differ from the defaults. Values may be secrets. */
    readonly changed: readonly string[]
  }
  readonly folders: Readonly<Record<string, FolderFacts>>
  readonly sockets: {
    readonly root: string
    readonly problem: string | null
    readonly instances: number
    readonly sessions: number
  }
  readonly integrations: {
    readonly shells: readonly string[]
    readonly programs: Readonly<Record<string, boolean>>
  }
}

/** Directories of every system. Names below /run/media and /tmp are users'. */
const systemFolder =
  /^\/(?:usr|opt|tmp(?!\/)|etc|run(?!\/media\/)|bin|sbin|lib|lib64|dev|proc|sys)(?:\/|$)/

/** Names of vibeflow's files, wherever they are. */
const ownFile = /^(?:vibeflow|config\.toml|electron|vibeflow(?:-shim)?-\d[\w.]*-\w+\.AppImage)$/

/** An absolute path in a sentence. */
const pathInText = /(?<![\p{L}\p{N}_~.)/-])\/(?!\/)[^\s"'`<>|,;()]+/gu

/**
 * Returns the value with the user's home and name replaced by `~`, and paths outside the home and
 * the system's directories by `(elsewhere)`, with the file name if it is vibeflow's.
 * @param user replaced as a word if it has two letters or more: `a` would hide every article
 * @param paths known paths, which are found even with spaces in them
 */
export function withoutNames<Value>(
  value: Value,
  {
    home,
    user,
    paths = [],
  }: { readonly home: string; readonly user: string; readonly paths?: readonly string[] },
): Value {
  const known = [...paths]
    .filter((path) => path.startsWith('/') && elsewhere(path) !== path && !isWithin(path, home))
    .sort((one, other) => other.length - one.length)
  const hide = (text: string) => {
    const named = known.reduce(
      (left, path) =>
        left.replace(
          new RegExp(
            `(?<![\\p{L}\\p{N}_~.-])${escape(path)}(?:/[^\\s"'\`<>|,;()]*|(?![\\p{L}\\p{N}_.-]))`,
            'gu',
          ),
          elsewhere,
        ),
      text.replace(/file:\/\/(?=\/)/g, ''),
    )
    const inHome = (
      home.length > 1
        ? named.replace(new RegExp(`${escape(home)}(?=/|$|[^\\p{L}\\p{N}_.-])`, 'gu'), '~')
        : named
    ).replace(pathInText, elsewhere)
    return user.length > 1
      ? inHome.replace(
          new RegExp(`(?<![\\p{L}\\p{N}_-])${escape(user)}(?![\\p{L}\\p{N}_-])`, 'gu'),
          '~',
        )
      : inHome
  }
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return hide(one)
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one === 'object' && one !== null)
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]))
    return one
  }
  return walk(value) as Value // the same shape with other strings
}

function elsewhere(path: string): string {
  if (systemFolder.test(path)) return path
  const name = path.slice(path.lastIndexOf('/') + 1)
  return ownFile.test(name) ? `(elsewhere)/${name}` : '(elsewhere)'
}

function isWithin(path: string, home: string): boolean {
  return home.length > 1 && (path === home || path.startsWith(`${home}/`))
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Rows of a section: name and value. */
type Rows = readonly (readonly [string, string])[]

/** Returns the report as text. */
export function reportText(report: DiagnosticReport): string {
  const sections: readonly (readonly [string, Rows])[] = [
    ['vibeflow', programRows(report.vibeflow)],
    ['system', systemRows(report.system)],
    ['engine', engineRows(report.engine)],
    ['graphics', graphicsRows(report)],
    ['sandbox', sandboxRows(report.sandbox)],
    ['fonts', report.fonts.map(({ asked, found }) => [asked, found])],
    ['configuration', configurationRows(report.configuration)],
    [
      'directories',
      Object.entries(report.folders).map(([name, { path, state }]) => [name, `${path} (${state})`]),
    ],
    ['sockets', socketRows(report.sockets)],
    ['integrations', integrationRows(report.integrations)],
  ]
  const width = greatest(sections.flatMap(([, rows]) => rows.map(([name]) => name.length)))
  return sections
    .map(
      ([name, rows]) =>
        `${name}\n${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')}`,
    )
    .join('\n')
}

const programRows = ({ version, startedFrom, command }: DiagnosticReport['vibeflow']): Rows => [
  ['version', version],
  ['started from', startedFrom],
  ['command', command],
]

const systemRows = (system: DiagnosticReport['system']): Rows => [
  ['name', system.name],
  ['kernel', system.kernel],
  ['CPU', `${system.processor}, ${system.cores} cores`],
  ['memory', `${system.memoryMiB} MiB`],
  ['display', system.display],
  ['locale', system.locale],
]

function engineRows({ kind, problem, facts }: DiagnosticReport['engine']): Rows {
  return [
    ['kind', kind],
    ...problemRows(problem),
    ...(facts === null
      ? []
      : [
          [
            'versions',
            `Electron ${facts.electron}, Chromium ${facts.chromium}, Node ${facts.node}`,
          ] as const,
        ]),
  ]
}

function graphicsRows({ engine: { facts }, terminals }: DiagnosticReport): Rows {
  const drawn = ['terminals drawn by', terminals.drawnBy] as const
  if (facts === null) return [drawn, ['not known', 'the engine was not started']]
  const { graphics, features } = facts
  return [
    drawn,
    ['renderer', graphics.renderer],
    ['vendor', graphics.vendor],
    ['version', graphics.version],
    ...graphics.devices.map((device) => ['device', device] as const),
    ...Object.entries(features),
  ]
}

const sandboxRows = ({ root, userNamespaces, helper }: DiagnosticReport['sandbox']): Rows => [
  ['root', root ? 'yes: Chromium runs without its sandbox' : 'no'],
  ['user namespaces', userNamespaces],
  ['helper', helper],
]

function configurationRows({
  file,
  state,
  problems,
  changed,
}: DiagnosticReport['configuration']): Rows {
  return [
    ['file', file],
    ['state', state],
    ...problems.map(({ severity, kind, key, line }) => {
      const place = `${key === null ? '' : ` of ${key}`}${line === null ? '' : `, line ${line}`}`
      return [severity, `${kind}${place}`] as const
    }),
    ['changed', changed.length === 0 ? 'nothing' : changed.join(' ')],
  ]
}

const socketRows = ({ root, problem, instances, sessions }: DiagnosticReport['sockets']): Rows => [
  ['directory', root],
  ...problemRows(problem),
  ['running', `${counted(instances, 'instance')}, ${counted(sessions, 'session')}`],
]

const integrationRows = ({ shells, programs }: DiagnosticReport['integrations']): Rows => [
  ['shells', shells.length === 0 ? 'no scripts found' : shells.join(', ')],
  ...Object.entries(programs).map(
    ([name, there]) => [name, there ? 'found' : 'not found'] as const,
  ),
]

const problemRows = (problem: string | null): Rows =>
  problem === null ? [] : [['problem', problem]]

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
