/**
 * Bundles the programs that run next to or without the main process. They share chunks with each
 * other and none with the app: each chunk is one more file for its start to read.
 */
import path from 'node:path'
import { noXml } from './shim.mjs'

const source = (/** @type {string} */ file) => path.resolve(import.meta.dirname, '../..', file)

export default {
  input: {
    command: source('host/command/command.ts'),
    cli: source('cli/command/packaged.ts'),
    'rules-worker': source('host/config/agent-rules/check-worker.ts'),
    'conversations-worker': source('host/files/conversations/worker.ts'),
  },
  platform: 'node',
  external: ['node-pty', /^node:/],
  logLevel: 'warn',
  checks: { eval: false },
  resolve: { mainFields: ['module', 'main'] },
  plugins: [noXml],
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'programs/[name].js',
    charset: 'ascii',
    comments: { jsdoc: false },
    sourcemap: true,
  },
}
