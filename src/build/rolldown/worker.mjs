/**
 * How the worker of the shadow terminals is bundled, by rolldown's own command: in one small file,
 * since a screen waits for its start, and after a crash a program's output does. Chunks that it
 * shared with other programs would be so many more files, and hold much that it never runs.
 */
import path from 'node:path'

export default {
  input: {
    'shadow-worker': path.resolve(import.meta.dirname, '../../host/shadow/worker.ts'),
  },
  platform: 'node',
  external: [/^node:/],
  logLevel: 'warn',
  resolve: { mainFields: ['module', 'main'] },
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    codeSplitting: false,
    minify: true,
    charset: 'ascii', // V8 keeps it by two bytes each where one character needs them
    sourcemap: true,
  },
}
