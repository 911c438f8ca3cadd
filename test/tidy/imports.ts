/**
 * The table of docs/contributing/internals/architecture.md as data, with the allowed imports of
 * each folder, and the rule that reads it.
 */
import { dirname, join, normalize } from 'node:path/posix'
import { parse, type Import, type SourceFile } from './parse.ts'

interface Place {
  /** Other folders of `src`. */
  readonly folders: readonly string[]
  /** Packages, by name; `node:` for Node's own modules. */
  readonly packages: readonly string[]
}

const ground = ['base', 'protocol']
/** Rooms that use no Node, no DOM, no clock and no chance. */
const pure = [...ground, 'agents', 'terminal', 'core']

/**
 * Folder of `src` -> allowed imports from outside of itself. A folder that is not in this table may
 * not exist.
 */
export const places: Readonly<Record<string, Place>> = {
  base: { folders: [], packages: [] },
  protocol: { folders: [], packages: [] },
  agents: { folders: ground, packages: ['zod'] },
  terminal: { folders: ground, packages: ['zod'] },
  core: { folders: [...ground, 'agents', 'terminal'], packages: ['zod'] },
  host: {
    folders: pure,
    packages: ['node:', 'node-pty', '@iarna/toml', 'dbus-native'],
  },
  main: { folders: [...pure, 'host'], packages: ['node:', 'electron'] },
  preload: { folders: [], packages: ['electron'] },
  renderer: {
    folders: pure,
    packages: [
      ...['preact', 'bidi-js', '@xterm/xterm', '@xterm/addon-webgl', 'jetbrains-mono'],
      '@azurity/pure-nerd-font',
    ],
  },
  cli: { folders: [...pure, 'host'], packages: ['node:'] },
  testing: { folders: [...pure, 'host'], packages: ['node:'] },
  // GNOME Shell's own modules, in its extension
  integrations: { folders: [], packages: ['gi:', 'resource:'] },
  'electron-shim': { folders: [], packages: ['node:', 'ws', 'x11'] },
  packaging: { folders: [], packages: [] },
  'appimage-runtime': { folders: [], packages: [] },
  keeper: { folders: [], packages: [] },
  build: { folders: [], packages: ['node:', 'electron-vite', 'rolldown'] },
}

/** Departures from the table, each a file or folder with its reason. */
const exceptions: readonly {
  readonly from: RegExp
  readonly to: RegExp
  readonly typeOnly?: true
  readonly reason: string
}[] = [
  {
    from: /^src\/electron-shim\//,
    to: /^src\/(main|preload)\/electron\.ts$/,
    typeOnly: true,
    reason: 'the stand-in must satisfy the types that the app uses',
  },
  {
    from: /^src\/electron-shim\//,
    to: /^src\/host\/(desktop\/session-bus\/|files\/make-folders\.ts$)/,
    reason: 'they speak to the session bus, and create directories, in the same way',
  },
  {
    from: /^src\/electron-shim\//,
    to: /^electron$/,
    typeOnly: true,
    reason: 'the types that it imitates',
  },
  {
    from: /^src\/protocol\/(node|bin|conformance)\b/,
    to: /^node:/,
    reason: "the protocol package's only Node files",
  },
  {
    from: /^src\/cli\/verbs\/integrate\b/,
    to: /^(jsonc-parser|diff)$/,
    reason: "edits agents' settings, and shows the change",
  },
  {
    from: /^src\/cli\/verbs\/mcp\//,
    to: /^(@modelcontextprotocol\/sdk|zod)\b/,
    reason: 'vibeflow mcp, whose tools are schemas of zod',
  },
  {
    from: /^src\/build\/bundle\/themes\.mjs$/,
    to: /^src\/core\/config\/theme\//,
    reason: 'makes the theme collection with the checks of themes',
  },
  {
    from: /^src\/host\/(socket|shadow)\/|^src\/cli\//,
    to: /^@msgpack\/msgpack$/,
    reason: "snapshots and the session socket's framing",
  },
]

/**
 * Only this file of the folder may import the package. The rest of the project uses this file's
 * names.
 */
const gateways: readonly {
  readonly folder: RegExp
  readonly package: string
  readonly file: string
}[] = [
  { folder: /^src\/main\//, package: 'electron', file: 'src/main/electron.ts' },
  { folder: /^src\/preload\//, package: 'electron', file: 'src/preload/electron.ts' },
  {
    folder: /^src\/electron-shim\//,
    package: 'x11',
    file: 'src/electron-shim/desktop/x-display.ts',
  },
  {
    folder: /^src\/host\//,
    package: 'dbus-native',
    file: 'src/host/desktop/session-bus/session-bus.ts',
  },
]

/** @returns one line per forbidden import */
export function forbiddenImports(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((file) =>
      parse(file).imports.flatMap((one) => {
        const problem = judge(file.path, one)
        return problem === undefined ? [] : [`${file.path} imports ${one.from}: ${problem}`]
      }),
    )
}

function judge(path: string, { from, typeOnly }: Import): string | undefined {
  const folder = path.split('/')[1] ?? ''
  const place = places[folder]
  if (place === undefined) return `src/${folder} is not in the import table`
  const target = from.startsWith('.')
    ? normalize(join(dirname(path), from)).replace(/\?.*$/, '')
    : from
  if (
    exceptions.some(
      (one) => one.from.test(path) && one.to.test(target) && (typeOnly || one.typeOnly !== true),
    )
  )
    return undefined
  if (from.startsWith('.')) {
    const other = target.startsWith('src/') ? (target.split('/')[1] ?? '') : undefined
    if (other === undefined) return target === 'package.json' ? undefined : 'outside src'
    return other === folder || place.folders.includes(other)
      ? undefined
      : `${folder} may not import ${other}`
  }
  const name = packageName(from)
  if (!place.packages.includes(name)) return `${folder} may not import this package`
  const gateway = gateways.find((one) => one.folder.test(path) && one.package === name)
  return gateway !== undefined && path !== gateway.file ? `only ${gateway.file} may` : undefined
}

/** Modules of the program that runs the file. */
const builtIn = ['node:', 'gi:', 'resource:']

/**
 * A package that is there only because another one brought it may go with that one. `names`:
 * package.json's.
 */
export function undeclaredImports(
  files: readonly SourceFile[],
  names: readonly string[],
): string[] {
  return files.flatMap((file) =>
    parse(file)
      .imports.map(({ from }) => packageName(from))
      .filter((name) => !name.startsWith('.') && !builtIn.includes(name) && !names.includes(name))
      .map((name) => `${file.path}: ${name} is not in package.json`),
  )
}

export function packageName(from: string): string {
  if (from.startsWith('node:')) return 'node:'
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
}
