/** Runs a script that drives the built app, never on the user's screen. */
import path from 'node:path'
import { build } from '../build.mjs'
import { findProgram, outsideEnvironment, projectNode, root, run, say } from '../project.mjs'
import { engineLine } from './engine.mjs'
import { setUp } from './setup.mjs'

/**
 * Sets up, builds, and runs the script.
 * @param {string} file of this project
 * @param {readonly string[]} args
 * @param {{ retry?: boolean }} [options] retry: forget a failed download of Electron
 */
export async function runInApp(file, args, { retry = false } = {}) {
  const engine = await setUp({ retry })
  await build()
  say(engineLine(engine))
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...environment } = outsideEnvironment()
  const env = {
    ...environment,
    VIBEFLOW_TEST_ELECTRON: engine.electron,
    VIBEFLOW_TEST_APP: engine.app,
  }
  const command = [projectNode().path, path.join(root, file), ...args]
  const [program = '', ...rest] =
    engine.engine === 'shim'
      ? command
      : [findProgram('xvfb-run') ?? 'xvfb-run', '-a', '-s', '-screen 0 1920x1200x24', ...command]
  return run(program, rest, { env, output: 1 })
}
