/**
 * Bundles the worker of shadow terminals into one small file: screens wait for its start, and
 * output after a crash. Shared chunks would be more files with unused code.
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
    charset: 'ascii', // otherwise V8 stores it with two bytes per character
    sourcemap: true,
  },
}
