/**
 * How the three bundles are made. Packages are bundled; only `electron` and `node-pty` (a native
 * module) are found at run time. Each part is written beside its place under `out/` (see build.mjs,
 * which names it and moves it there).
 */
import { defineConfig } from 'electron-vite'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { noXml } from '../electron-shim/build.mjs'

const root = resolve(import.meta.dirname, '../..')
const source = (path: string) => resolve(root, 'src', path)
const xterm = (path: string) => resolve(root, 'node_modules/@xterm/xterm/src', path)
const target = (part: string) => resolve(root, 'out', `${part}.new`)

/**
 * Programs of the host that run beside the main process or without it. Each becomes
 * `out/main/<name>.js`, as the worker of rolldown/worker.mjs does.
 */
const programs: Record<string, string> = {
  command: source('host/command/command.ts'),
  cli: source('cli/packaged.ts'),
  'rules-worker': source('host/config/agent-rules/check-worker.ts'),
}

/** How long plugins take is no warning to somebody who starts a terminal on a slow machine. */
const quiet = { bundlerTimings: false }

/** V8 keeps a script as it is, by two bytes each where one character needs them. */
const oneByteEach = { charset: 'ascii', comments: { jsdoc: false } } as const

const external = ['electron', /^electron\//, 'node-pty']

export default defineConfig({
  main: {
    plugins: [noXml],
    build: {
      outDir: target('main'),
      target: 'node24',
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        // @iarna/toml asks for `require` by it, and goes on without
        checks: { ...quiet, eval: false },
        input: { index: source('main/index.ts'), ...existing(programs) },
        external: [...external, /^node:/],
        output: {
          format: 'es',
          ...oneByteEach,
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: target('preload'),
      target: 'node24',
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        checks: quiet,
        input: { index: source('preload/index.ts') },
        external,
        // A sandboxed preload cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    base: './', // one folder, whatever it is served as: vibeflow://app/
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // names by which the sources of xterm.js and its addons import each other
    resolve: { alias: { browser: xterm('browser'), common: xterm('common'), vs: xterm('vs') } },
    build: {
      outDir: target('renderer'),
      target: 'chrome150',
      // half of what the page's start has to read; errors are read with the source map
      minify: 'oxc',
      sourcemap: true,
      emptyOutDir: true,
      chunkSizeWarningLimit: 2_000, // kB: read from the machine itself
      // The page's policy allows files of its own only: nothing is written into the documents as
      // data: addresses.
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        checks: quiet,
        input: source('renderer/index.html'),
        output: oneByteEach,
      },
    },
  },
})

function existing(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)))
}
