/** Facts about this engine and its graphics, for `--diagnose`. */
import type { EngineFacts, DiagnosticReport } from '../core/config/diagnose/report.ts'
import { app } from './electron.ts'

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
  const info = await Promise.race([app.getGPUInfo('complete').catch(() => null), late])
  const { auxAttributes = {}, gpuDevice = [] } = (info ?? {}) as {
    auxAttributes?: Readonly<Record<string, unknown>>
    gpuDevice?: readonly Readonly<Record<string, unknown>>[]
  }
  const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'not known')
  return {
    electron: process.versions['electron'] ?? 'none',
    chromium: process.versions['chrome'] ?? 'not known',
    node: process.versions.node,
    graphics: {
      renderer: word(auxAttributes['glRenderer']),
      vendor: word(auxAttributes['glVendor']),
      version: word(auxAttributes['glVersion']),
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

/** Formats a number like `lspci -n`. */
function hex(number: unknown): string {
  return typeof number === 'number' ? number.toString(16).padStart(4, '0') : '?'
}
