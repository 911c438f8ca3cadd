/**
 * electron-builder calls this when a package's folder is together: sets Electron's fuses, and puts
 * the command of src/packaging in front of its program. Not among electron-builder's own settings
 * because those set the fuses later, when the name belongs to the command already.
 */
import fs from 'node:fs'
import path from 'node:path'

/**
 * What the program refuses from now on (SECURITY.md). It runs as plain Node where it is asked to,
 * since that is how the command answers: a verb in a tenth of the time that a whole Electron takes.
 * Who can set its environment can do as much by LD_PRELOAD. A build for tests
 * (VIBEFLOW_TEST_BUILD=1) lets a driver in and has another name.
 * @param {boolean} forTests
 */
export function fuses(forTests) {
  return {
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: forTests,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: false, // checked on macOS and Windows only
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
    enableCookieEncryption: false,
  }
}

/** @param {{ appOutDir: string, packager: any }} context electron-builder's */
export default async function afterPack(context) {
  const { appOutDir, packager } = context
  const name = packager.executableName
  const program = path.join(appOutDir, name)
  if (isProgram(program))
    await packager.addElectronFuses(
      context,
      await packager.generateFuseConfig(fuses(process.env['VIBEFLOW_TEST_BUILD'] === '1')),
    )
  else if (process.env['VIBEFLOW_PACKAGE_TRIAL'] !== '1')
    throw new Error(`${program} is no program: fuses cannot be set`)
  const assets = path.resolve(import.meta.dirname, '../../packaging')
  fs.renameSync(program, `${program}.bin`)
  fs.copyFileSync(path.join(assets, 'launcher.sh'), program)
  fs.chmodSync(program, 0o755)
  fs.copyFileSync(path.join(assets, 'engine-electron.sh'), path.join(appOutDir, 'engine.sh'))
}

/**
 * The stand-in, by which the configuration is tried where there is no Electron, is a script. @param
 * {string} file
 */
function isProgram(file) {
  return fs.readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF'
}
