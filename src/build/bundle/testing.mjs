/**
 * Bundles `vibeflow/testing` into two files, the entry and the worker of its screens, next to
 * node-pty's native module (with src/build/setup/node-pty.patch). So it depends on no package.
 */
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')
const source = (/** @type {string} */ file) => path.join(root, 'src', file)

export default {
  input: { index: source('testing/index.ts'), 'shadow-worker': source('host/shadow/worker.ts') },
  platform: 'node',
  external: [/^node:/],
  logLevel: 'warn',
  plugins: [
    {
      name: 'native-beside',
      load: (/** @type {string} */ id) =>
        id === source('host/pty/native.ts')
          ? "import { createRequire } from 'node:module'\n" +
            "export const native = createRequire(import.meta.url)('./pty.node')\n"
          : null,
    },
  ],
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
    sourcemap: 'hidden', // tells which licenses the package needs; not included
  },
}
