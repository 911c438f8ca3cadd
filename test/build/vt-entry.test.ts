/** The package entry `vibeflow/vt` as clients use it: as it is built, imported by plain Node. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tidy/tree.ts'

test('applyDelta and the formats work outside the project, without its sources', () => {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-vt-'))
  try {
    cpSync(join(root, 'out/vt'), join(home, 'out'), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules')) // for zod
    const entry = JSON.stringify(join(home, 'out/terminal/index.js'))
    const code = `
      const { applyDelta, Terminal, toText, Viewer } = await import(${entry})
      const terminal = new Terminal({ cols: 10, rows: 2, scrollback: 0 })
      const viewer = new Viewer(terminal)
      const first = viewer.snapshot()
      terminal.write(new TextEncoder().encode('hi'))
      console.log(JSON.stringify(toText(applyDelta(first, viewer.delta(first.rev)))))`
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        cwd: home,
        encoding: 'utf8',
      }),
    ).toBe('"hi\\n"\n')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
