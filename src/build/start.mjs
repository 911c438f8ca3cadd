/**
 * `npm start [-- ARGUMENTS]`: setup, build, then the engine with the app and the unchanged
 * arguments, streams and exit code, in the folder where npm was called.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { engineLine } from './setup/engine.mjs'
import { exitCode, outsideEnvironment, projectNode, root, say, script, Stop } from './project.mjs'
import { sandboxFlags } from './setup/sandbox.mjs'
import { setUp, setUpWithoutEngine, takeRetry } from './setup/setup.mjs'

/** Exit code of `src/host/command/command.ts` if a window is needed. */
const wantsWindow = 125

/** `npm start` runs this file directly; the `vibeflow` command of a clone imports it. */
const isStart = path.basename(process.argv[1] ?? '') === 'start.mjs'
const calledAs = isStart ? 'npm start --' : 'vibeflow'

await script(async () => {
  const { retry, args: words } = takeRetry(process.argv.slice(2))
  const before = words.findIndex((word) => !isEngineWord(word))
  const args = before === -1 ? [] : words.slice(before)
  const engineWords = before === -1 ? words : words.slice(0, before)
  // A verb needs neither engine nor build.
  if (args[0] !== undefined && !args[0].startsWith('-'))
    return launch(process.execPath, [path.join(root, 'src/cli/bin/vibeflow.mjs'), ...args])
  const code = await withoutWindow(args)
  if (code !== wantsWindow) return code
  const engine = await setUp({ retry })
  await build()
  demandDisplay(engine.engine)
  if (isStart) say(engineLine(engine))
  // Before the app's folder: there it is Electron's argument, after it the app's.
  const { flags, warning } =
    engine.engine === 'electron' ? sandboxFlags(engine.electron) : { flags: [], warning: null }
  if (warning !== null) say(warning)
  // After `--` nothing is the engine's: `-e node --inspect x.js` must not open this process to a
  // debugger.
  const all = [...platformFlags(engineWords), ...flags, ...engineWords]
  return launch(engine.electron, [...all, '--', engine.app, ...args])
})

/**
 * Arguments of Electron or of a driver, before those of the app. src/packaging/launcher.sh has the
 * same list.
 * @param {string} word
 */
function isEngineWord(word) {
  return (
    /^--(?:inspect|inspect-brk|headless)(?:=|$)|^--(?:remote-debugging-pipe|no-sandbox)$/.test(
      word,
    ) ||
    /^--(?:enable|disable|force|ozone|use)-/.test(word) ||
    /^--(?:remote-debugging-port|user-data-dir|lang|js-flags|password-store)=/.test(word)
  )
}

/**
 * Names the display server if only one can be reached. Electron chooses by XDG_SESSION_TYPE alone.
 * @param {readonly string[]} engineWords
 */
function platformFlags(engineWords) {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (engineWords.some((word) => /^--(?:ozone-platform=|headless)/.test(word))) return []
  if (DISPLAY && !WAYLAND_DISPLAY) return ['--ozone-platform=x11']
  return WAYLAND_DISPLAY && !DISPLAY ? ['--ozone-platform=wayland'] : []
}

/**
 * Handles options without a window (`--help`, `--check-config`, a mistyped option), which need
 * neither engine nor display.
 * @param {readonly string[]} args
 */
async function withoutWindow(args) {
  if (args[0] === undefined || args[0] === '-e' || args[0] === '--') return wantsWindow
  const engine = args.includes('--diagnose') ? await engineToAsk() : undefined
  await setUpWithoutEngine()
  await build()
  if (engine !== undefined)
    Object.assign(process.env, {
      VIBEFLOW_ENGINE_PROGRAM: engine.electron,
      VIBEFLOW_ENGINE_APP: engine.app,
    })
  return await launch(projectNode().path, [path.join(root, 'out/main/command.js'), ...args])
}

/** For `--diagnose`: without an engine, prints the reason and reports without it. */
async function engineToAsk() {
  try {
    return await setUp()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    say(error.message)
    return undefined
  }
}

/** @param {'electron' | 'shim'} engine */
function demandDisplay(engine) {
  const { DISPLAY, WAYLAND_DISPLAY, VIBEFLOW_HEADLESS } = process.env
  if (DISPLAY || WAYLAND_DISPLAY || (VIBEFLOW_HEADLESS === '1' && engine === 'shim')) return
  throw new Stop(
    'there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set',
  )
}

/** @param {string} program @param {readonly string[]} args @returns {Promise<number>} */
function launch(program, args) {
  return new Promise((resolve, reject) => {
    // Before the child: it may be signaled before `spawn` returns.
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'])) {
      process.once(signal, () => {
        process.on(signal, () => {}) // npm repeats what the terminal has already sent
        // A key such as Ctrl+C reaches the engine from the terminal; pass it on only if it did not.
        const fromKeyboard = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT')
        setTimeout(() => child.kill(signal), fromKeyboard ? 300 : 0).unref()
      })
    }
    const child = spawn(program, args, {
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      env: { ...withSavedNodeVariables(outsideEnvironment()), VIBEFLOW_CALLED_AS: calledAs },
      stdio: 'inherit',
    })
    child.on('error', (error) => reject(new Stop(`the engine cannot be started: ${error.message}`)))
    child.on('exit', (code, signal) => resolve(exitCode(code, signal)))
  })
}

/**
 * Electron clears these variables, and tabs restore them from copies
 * (src/core/session/launch/environment.ts). src/packaging/launcher.sh does the same.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
function withSavedNodeVariables(environment) {
  const saved = { ...environment }
  for (const name of ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS']) {
    if (environment[name] === undefined) delete saved[`VIBEFLOW_SAVED_${name}`]
    else saved[`VIBEFLOW_SAVED_${name}`] = environment[name]
  }
  return saved
}
