/** kitty's own default configuration, as the installed kitty prints it, imported whole. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOptions } from '../../../src/core/config/read.ts'
import { loadConfiguration } from '../../../src/host/config/load.ts'
import { runVerb } from '../../support/run-verb.ts'
import { tryOr } from '../../../src/host/files/try-or.ts'

const script = 'from kitty.config import commented_out_default_config as c; print(c())'
const printed = tryOr(() => execFileSync('kitty', ['+runpy', script], { encoding: 'utf8' }), null)

test('every default of kitty imports without an error', async ({ skip }) => {
  if (printed === null) skip('kitty is not installed')
  const home = mkdtempSync(join(tmpdir(), 'import-'))
  const vibeflow = async (text: string) => {
    writeFileSync(join(home, 'kitty.conf'), text)
    const words = ['import', 'kitty', join(home, 'kitty.conf'), '--yes', '--json']
    const ran = await runVerb(words, { environment: { HOME: home }, directory: home })
    return { ...ran, rows: (JSON.parse(ran.out) as { rows: { text: string }[] }).rows }
  }
  try {
    // all lines are comments
    expect((await vibeflow(printed ?? '')).rows).toEqual([])
    const { exit, err, rows } = await vibeflow((printed ?? '').replace(/^# (?=[a-z]\w* )/gm, ''))
    expect([exit, err]).toEqual([0, ''])
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.filter(({ text }) => /^not /.test(text))).toEqual([])
    const { documents, problems } = loadConfiguration(join(home, '.config/vibeflow/config.toml'))
    const read = readOptions({ documents, before: null })
    expect([problems, read.problems]).toEqual([[], []])
    expect(read.options).toMatchObject({
      fonts: { size: 14.67, ligatures: true },
      cursor: { style: 'block', blink_ms: 500 },
      scrollback: { history_lines: 2000 },
      tabs: { position: 'bottom', show_bar: 'multiple' },
      colors: { preset: 'kitty' },
      shortcuts: { preset: 'kitty' },
      window: { opacity: 1, padding_x: 0 },
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
