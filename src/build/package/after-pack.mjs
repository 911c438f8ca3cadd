/**
 * electron-builder's hook for a complete package folder: sets Electron's fuses, and puts the
 * command of src/packaging in front of its program. electron-builder's own settings would set the
 * fuses later, when the name belongs to the command.
 */
import fs from 'node:fs'
import path from 'node:path'

/**
 * Electron's fuses (docs/contributing/internals/security.md). Running as Node stays enabled: the
 * command answers ten times as fast with it, and an attacker who sets the environment could use
 * LD_PRELOAD instead. A test build (VIBEFLOW_TEST_BUILD=1) admits a test driver and has another
 * name.
 * @param {boolean} forTests
 */
export function fuses(forTests) {
  return {
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: forTests,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: false, // verified only on macOS and Windows
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
  // @electron/fuses takes such a path for an application of macOS.
  if (program.includes('.app'))
    throw new Error(
      `${program} has ".app" in it, so fuses can't be set. Make packages in another directory.`,
    )
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

/** Returns false for the shim, a script, which replaces Electron in trials. @param {string} file */
function isProgram(file) {
  return fs.readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF'
}
