/** The files whose change needs a build. */
import { expect, test } from 'vitest'
import { shapesBuild } from '../../src/build/build.mjs'

test('files that a build writes, or leaves when it is killed, need no build', () => {
  const written = [
    'protocol/dist/index.js',
    'protocol/dist.new/index.js',
    'protocol/dist.old/index.js',
    'protocol/vectors.json',
    'protocol/LICENSE-MIT',
    'build/bundle/electron.vite.config.1764546306000.mjs',
  ]
  expect(written.filter(shapesBuild)).toEqual([])
})

test('sources, and the scripts that bundle them, need a build', () => {
  const sources = [
    'core/ipc/gate.ts',
    'protocol/index.ts',
    'protocol/osc/vectors.json',
    'renderer/build/x.ts',
    'build/build.mjs',
    'build/bundle/programs.mjs',
    'build/bundle/electron.vite.config.ts',
    'build/bundle/tsconfig.protocol.json',
  ]
  expect(sources.filter((file) => !shapesBuild(file))).toEqual([])
  expect(['build/start.mjs', 'build/setup/setup.mjs'].filter(shapesBuild)).toEqual([])
})
