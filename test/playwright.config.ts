/**
 * The rings that run the built app: test/app and the specs of test/shim. Run by
 * src/build/test/test.mjs, which names the engine in VIBEFLOW_TEST_ELECTRON; specs launch it with
 * `_electron.launch({ executablePath, args: [app] })`.
 */
import { defineConfig } from '@playwright/test'
import { resolve } from 'node:path'
import { onElectron } from './engine.ts'

// Scripts that specs run do not change the machine.
process.env['VIBEFLOW_INSTALL'] = '0'

const artifacts = resolve(import.meta.dirname, '../artifacts')
/**
 * On a screen, all apps share the keyboard's focus and the clipboard: two apps would take them from
 * each other. A headless shim has both for itself.
 */
const isOnScreen = onElectron || process.env['VIBEFLOW_TEST_DISPLAY'] === '1'
/** Three on two processors: while one waits for a program or a timer, two have something to do. */
const workers = Number(process.env['VIBEFLOW_TEST_WORKERS'] ?? (isOnScreen ? '1' : '3'))

export default defineConfig({
  globalSetup: './support/notification-server.ts',
  testMatch: '**/*.spec.ts',
  // Further tries distinguish a busy machine from a fault. The run's end names what needed it, for
  // it may hide a race.
  retries: 2,
  projects: [
    // One project, since a worker and its app serve the files of one only.
    { name: 'app', testMatch: '{app,attack}/**/*.spec.ts' },
    // These specs test the shim itself.
    ...(onElectron ? [] : [{ name: 'shim', testDir: 'shim' }]),
  ],
  outputDir: resolve(artifacts, 'playwright'),
  workers,
  fullyParallel: false,
  forbidOnly: true,
  // For what hangs only: a busy machine may be five times as slow as a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [
    ['list'],
    [
      'json',
      {
        outputFile:
          process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? resolve(artifacts, 'playwright.json'),
      },
    ],
  ],
  metadata: { engine: process.env['VIBEFLOW_TEST_ENGINE_LINE'] ?? 'unknown' },
  // A trace of every test costs a twentieth of the run; the second try has one.
  use: { trace: 'on-first-retry', screenshot: 'only-on-failure' },
})
