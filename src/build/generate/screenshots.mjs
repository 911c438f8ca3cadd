/**
 * `npm run screenshots [-- NAME...]`: setup, build, then takes the pictures of docs/images from the
 * app (test/app/screenshots/main.ts), never on the user's screen.
 */
import path from 'node:path'
import { build } from '../build.mjs'
import { engineLine } from '../setup/engine.mjs'
import {
  findProgram,
  outsideEnvironment,
  projectNode,
  root,
  run,
  say,
  script,
} from '../project.mjs'
import { setUp, takeRetry } from '../setup/setup.mjs'

await script(async () => {
  const { retry, args } = takeRetry(process.argv.slice(2))
  const engine = await setUp({ retry })
  await build()
  say(engineLine(engine))
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...environment } = outsideEnvironment()
  const env = {
    ...environment,
    VIBEFLOW_TEST_ELECTRON: engine.electron,
    VIBEFLOW_TEST_APP: engine.app,
  }
  const command = [projectNode().path, path.join(root, 'test/app/screenshots/main.ts'), ...args]
  const [program = '', ...rest] =
    engine.engine === 'shim'
      ? command
      : [findProgram('xvfb-run') ?? 'xvfb-run', '-a', '-s', '-screen 0 1920x1200x24', ...command]
  return run(program, rest, { env, output: 1 })
})
