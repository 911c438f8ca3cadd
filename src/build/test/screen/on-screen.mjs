/** Which screen the specs use. Tests must not open windows on the user's screen. */
import path from 'node:path'
import { root } from '../../project.mjs'

/**
 * Returns whether the specs' windows are on a screen: the shim runs headless unless the user
 * asks for windows.
 * @param {'electron' | 'shim'} engine
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function isOnScreen(engine, environment = process.env) {
  return engine === 'electron' || environment['VIBEFLOW_TEST_DISPLAY'] === '1'
}

/**
 * Returns the command that runs on the screen of the specs. Electron has no headless mode: it gets
 * an X server of its own, with the window manager, compositor and session bus that it relies on.
 * @param {readonly string[]} command
 * @param {'electron' | 'shim'} engine
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function onScreen(command, engine, environment = process.env) {
  if (engine === 'shim' || environment['VIBEFLOW_TEST_DISPLAY'] === '1') return command
  return [path.join(root, 'src/build/test/screen/x11.sh'), ...command]
}
