/**
 * Configuration of the three bundles. They include all packages but `electron` and `node-pty` (a
 * native module). Each is written next to its place under `out/`, where build.mjs moves it.
 */
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import { noXml } from './shim.mjs'

const root = resolve(import.meta.dirname, '../../..')
const source = (path: string) => resolve(root, 'src', path)
const xterm = (path: string) => resolve(root, 'node_modules/@xterm/xterm/src', path)
const target = (part: string) => resolve(root, 'out', `${part}.new`)

/** Hides how long plugins take, which means nothing to users on slow machines. */
const quiet = { bundlerTimings: false }

/** V8 stores a script with two bytes per character if one character needs them. */
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
        // @iarna/toml uses it for `require`, and works without
        checks: { ...quiet, eval: false },
        input: {
          index: source('main/index.ts'),
          // imported by the entry, next to which they find the programs
          start: source('main/start.ts'),
          run: source('main/instance/run.ts'),
        },
        external: [...external, /^node:/],
        output: {
          format: 'es',
          ...oneByteEach,
          entryFileNames: '[name].js',
          // of one name in each build, so that the cache of compiled code does not grow
          chunkFileNames: 'chunks/[name].js',
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
    base: './', // relative, for any address: vibeflow://app/
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // names by which the sources of xterm.js and its addons import each other
    resolve: { alias: { browser: xterm('browser'), common: xterm('common'), vs: xterm('vs') } },
    build: {
      outDir: target('renderer'),
      target: 'chrome150',
      // Halves the code that the page reads at startup; the source map explains errors.
      minify: 'oxc',
      sourcemap: true,
      emptyOutDir: true,
      chunkSizeWarningLimit: 2_000, // kB; loaded from disk
      // The page's policy allows only its own files: no data: addresses in the documents.
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
