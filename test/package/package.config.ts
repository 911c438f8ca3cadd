/**
 * The ring that drives finished packages. Run by src/build/package/test.mjs, which names the files
 * in VIBEFLOW_TEST_APPIMAGE and VIBEFLOW_TEST_DEB.
 */
import { defineConfig } from '@playwright/test'
import { resolve } from 'node:path'

const artifacts = resolve(import.meta.dirname, '../../artifacts')

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: resolve(artifacts, 'package-tests'),
  workers: 1, // each start unpacks or mounts the whole app
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  metadata: { engine: process.env['VIBEFLOW_TEST_ENGINE_LINE'] ?? 'unknown' },
})
