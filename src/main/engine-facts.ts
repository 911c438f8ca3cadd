/** Facts about this engine and its graphics, for `--diagnose`. */
import type { EngineFacts, DiagnosticReport } from '../core/config/diagnose/report.ts'
import { app, BrowserWindow } from './electron.ts'

/** The GPU process may answer late, or never if its driver hangs, ms. */
const graphicsMs = 15_000

/** Prints a line of JSON for another process's report. */
export async function printEngineFacts(): Promise<void> {
  const facts = await engineFacts()
  process.stdout.write(`${JSON.stringify(facts)}\n`, () => app.exit(0))
}

/** Returns the facts for this process's own report. */
export async function ownFacts(): Promise<DiagnosticReport['engine']> {
  return { kind: 'Electron', facts: await engineFacts(), problem: null }
}

async function engineFacts(): Promise<EngineFacts> {
  const late = new Promise<unknown>((resolve) => {
    setTimeout(() => resolve(null), graphicsMs).unref()
  })
  const [drawn, info] = await Promise.all([
    Promise.race([pageGraphics().catch(() => null), late]),
    Promise.race([app.getGPUInfo('complete').catch(() => null), late]),
  ])
  const { gpuDevice = [] } = (info ?? {}) as {
    gpuDevice?: readonly Readonly<Record<string, unknown>>[]
  }
  const [renderer, vendor, version] = Array.isArray(drawn) ? drawn : []
  const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'not known')
  return {
    electron: process.versions['electron'] ?? 'none',
    chromium: process.versions['chrome'] ?? 'not known',
    node: process.versions.node,
    graphics: {
      renderer: word(renderer),
      vendor: word(vendor),
      version: word(version),
      devices: gpuDevice
        .slice(0, 8)
        .map((device) =>
          (
            `${hex(device['vendorId'])}:${hex(device['deviceId'])} ` +
            `${typeof device['driverVersion'] === 'string' ? device['driverVersion'] : ''}`
          ).trim(),
        ),
    },
    features:
      info === null
        ? {}
        : Object.fromEntries(
            Object.entries(app.getGPUFeatureStatus()).map(([name, status]) => [
              name,
              String(status),
            ]),
          ),
  }
}

/**
 * Returns renderer, vendor and version of a hidden page's WebGL, none without WebGL. On Linux,
 * Electron's `getGPUInfo` does not know them, and its feature status is right only after a page has
 * used the GPU.
 */
async function pageGraphics(): Promise<unknown> {
  // It stays open: Electron quits with its last window.
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
  await window.loadURL('data:text/html,')
  return await window.webContents.executeJavaScript(askWebGl)
}

const askWebGl = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2')
  const names = gl?.getExtension('WEBGL_debug_renderer_info')
  return names
    ? [names.UNMASKED_RENDERER_WEBGL, names.UNMASKED_VENDOR_WEBGL, gl.VERSION]
        .map((name) => gl.getParameter(name))
    : []
})()`

/** Formats a number like `lspci -n`. */
function hex(number: unknown): string {
  return typeof number === 'number' ? number.toString(16).padStart(4, '0') : '?'
}
