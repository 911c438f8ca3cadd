/**
 * `npm run demo`: setup, build, then a window in which scripted agents demonstrate the stripes
 * (test/app/demo/demo.ts). Without a display it takes screenshots.
 */
import path from 'node:path'
import { build } from './build.mjs'
import { engineLine } from './engine.mjs'
import { findProgram, outsideEnvironment, projectNode, root, run, say, script } from './project.mjs'
import { setUp, takeRetry } from './setup.mjs'

await script(async () => {
  const { retry } = takeRetry(process.argv.slice(2))
  const engine = await setUp({ retry })
  await build()
  say(engineLine(engine))
  const environment = {
    ...outsideEnvironment(),
    VIBEFLOW_TEST_ELECTRON: engine.electron,
    VIBEFLOW_TEST_APP: engine.app,
  }
  const command = [projectNode().path, path.join(root, 'test/app/demo/demo.ts')]
  const onScreen =
    process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] || engine.engine === 'shim'
  const [program = '', ...rest] = onScreen
    ? command
    : [findProgram('xvfb-run') ?? 'xvfb-run', '-a', '-s', '-screen 0 1280x800x24', ...command]
  return run(program, rest, { env: environment, output: 1 })
})
