/**
 * Bundles the process for sessions without a window: the app's main process on plain Node, with
 * src/main/instance/no-engine.ts instead of Electron.
 */
import path from 'node:path'
import { noXml } from './shim.mjs'

const source = (/** @type {string} */ file) => path.resolve(import.meta.dirname, '../..', file)

export default {
  input: { windowless: source('main/instance/windowless.ts') },
  platform: 'node',
  external: ['node-pty', /^node:/],
  logLevel: 'warn',
  checks: { eval: false },
  resolve: { alias: { electron: source('main/instance/no-engine.ts') } },
  plugins: [noXml],
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    codeSplitting: false,
    charset: 'ascii',
    sourcemap: true,
  },
}
