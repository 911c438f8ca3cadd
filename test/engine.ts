/** The engine of a test run, and how specs start it. */
import { sandboxFlags } from '../src/build/setup/sandbox.mjs'

/** Whether a line of `engineLine` (src/build/setup/engine.mjs) names Electron. */
export function namesElectron(line: string): boolean {
  return line.startsWith('engine electron ')
}

/** Whether specs run on Electron. `src/build/test/test.mjs` passes the line. */
export const onElectron = namesElectron(process.env['VIBEFLOW_TEST_ENGINE_LINE'] ?? '')

/**
 * Returns whether Chromium's sandbox starts. The shim's Chromium refuses it only as root. Electron
 * from npm has no helper, so that Ubuntu's AppArmor stops it for ordinary accounts as well.
 */
export function sandboxStarts(
  program: string,
  uid = process.getuid?.(),
  electron = onElectron,
): boolean {
  return electron ? sandboxFlags(program, { uid }).flags.length === 0 : uid !== 0
}
