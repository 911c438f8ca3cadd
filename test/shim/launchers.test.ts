/** A program that opens a window of a running Chromium, when that closes. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Chromium } from '../../src/electron-shim/chromium/chromium.ts'
import { processFacts } from '../../src/electron-shim/process/owners.ts'

test('a launcher does not become a browser of its own when its browser closes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shim-launchers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [program, started] = [join(folder, 'chromium'), join(folder, 'started')]
  writeFileSync(started, '')
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *--app=*) echo $$ > ${started}; exec sleep 600 ;; esac\n` +
      'read -r message <&3\n', // until Browser.close
  )
  chmodSync(program, 0o755)
  const chromium = new Chromium(program, [], () => undefined)
  chromium.openWindow('address', [])
  const launcher = () => Number(readFileSync(started, 'utf8'))
  await expect.poll(launcher).toBeGreaterThan(0)
  await chromium.close()
  await expect.poll(() => ['', 'X', 'Z'].includes(processFacts(launcher()).state)).toBe(true)
})
