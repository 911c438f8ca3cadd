/**
 * Keys of several keyboard layouts, pressed on a display of X11: through the engine, GTK's
 * input method and the window to a program. The bytes expected are those of xterm 379, or of kitty
 * 0.26 where its protocol is on.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startXScreen } from '../support/x-screen.ts'
import { expect, makeHome, test } from './app.ts'
import { slow } from '../slow.ts'

const missing = ['Xvfb', 'openbox', 'setxkbmap', 'xdotool'].filter((name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return false
  } catch {
    return true // not installed
  }
})

/** Keycodes of X: those of the modifiers are the same on all layouts. */
const modifierCodes: Readonly<Record<string, string>> = {
  shift: '50',
  ctrl: '37',
  alt: '64',
  altgr: '108',
}

type Press = readonly [keys: string, bytes: string]

/** `ctrl shift 61`: modifiers and a keycode. `= text` is printed by the program before. */
const presses: Readonly<Record<string, readonly Press[]>> = {
  us: [
    ['ctrl 61', '\x1f'],
    ['ctrl 11', '\0'],
    ['ctrl shift 15', '\x1e'],
    ['ctrl shift 61', '\x7f'],
    ['ctrl 10', '1'],
    ['ctrl 18', '9'],
    ['ctrl 47', ';'],
    ['ctrl 48', "'"],
    ['ctrl 94', '<'],
    ['ctrl 54', '\x03'],
    ['alt 38', '\x1ba'],
    ['84', '\x1b[E'],
    ['191', '\x1b[1;2P'],
    ['91', '\x1b[3~'],
  ],
  de: [
    ['ctrl 94', '<'],
    ['ctrl 20', 'ß'],
    ['ctrl 47', 'ö'],
    ['ctrl 52', '\x19'],
    ['ctrl shift 20', '\x7f'],
    ['ctrl altgr 20', '\x1c'],
    ['ctrl altgr 18', '\x1d'],
    ['ctrl altgr 17', '\x1b'],
    ['ctrl altgr 24', '\0'],
    ['altgr 24', '@'],
    ['alt 20', '\x1bß'],
    ['alt 34', '\x1bü'],
    ['alt shift 16', '\x1b/'],
    ['=\x1b[>1u', ''],
    ['ctrl altgr 18', '\x1b[93;5u'],
    ['=\x1b[<u\x1b[>5u', ''],
    ['ctrl altgr 20', '\x1b[92::45;5u'],
    ['=\x1b[<u', ''],
  ],
  fr: [
    ['ctrl 12', '"'],
    ['ctrl 17', '\x1f'],
    ['ctrl 94', '<'],
    ['ctrl shift 17', '\x7f'],
    ['ctrl altgr 20', '\x1d'],
    ['ctrl altgr 19', '\0'],
    ['alt 11', '\x1bé'],
    ['34', ''], // a dead circumflex
    ['26', 'ê'],
    ['=\x1b[>8u', ''],
    ['34', ''],
    ['26', '\x1b[234u'],
    ['=\x1b[<u\x1b[>1u', ''],
    ['11', 'é'],
    ['ctrl shift 11', '\x1b[233;6u'],
  ],
  'us -variant intl': [
    ['ctrl shift 11', '\x1b[50;6u'], // kitty's flags are still those from before
    ['=\x1b[<u', ''],
  ],
  es: [
    ['ctrl 94', '<'],
    ['ctrl 47', 'ñ'],
    ['ctrl altgr 49', '\x1c'],
    ['alt 21', '\x1b¡'],
  ],
  se: [
    ['ctrl 34', 'å'],
    ['ctrl altgr 18', '\x1d'],
    ['alt 34', '\x1bå'],
  ],
  tr: [
    ['ctrl altgr 18', '\x1d'],
    ['alt 34', '\x1bğ'],
  ],
  pl: [
    ['ctrl 61', '\x1f'],
    ['altgr 38', 'ą'],
  ],
  'us -variant dvorak': [
    ['ctrl 31', '\x03'],
    ['ctrl 34', '\x1f'],
  ],
  ru: [
    ['ctrl 54', '\x03'],
    ['alt 56', '\x1bb'],
    ['ctrl 34', '\x1b'],
  ],
  // no symbol at this place, as Del of the number pad
  gr: [
    ['altgr 10', ''],
    ['altgr shift 10', '¹'],
    ['91', '\x1b[3~'],
    ['=\x1b[>8u', ''],
    ['altgr 10', '\x1b[57453u'], // AltGr itself
    ['91', '\x1b[57426u'],
    ['=\x1b[<u', ''],
  ],
  'lv -variant apostrophe': [
    ['=\x1b[>8u', ''],
    ['48', ''],
    ['38', '\x1b[257u'],
    ['=\x1b[<u', ''],
  ],
}

test('keys of each layout send the character that the layout makes', slow, async ({ start }) => {
  test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
  test.setTimeout(180_000)
  const home = makeHome()
  const display = await startXScreen({ width: 1_280, height: 800 }, home)
  const run = (...words: readonly string[]) =>
    execFileSync(words[0]!, words.slice(1), { env: { ...process.env, ...display.variables } })
  const press = (keys: string) => {
    const words = keys.split(' ')
    const modifiers = words.slice(0, -1).map((word) => modifierCodes[word]!)
    run(
      'xdotool',
      ...modifiers.flatMap((code) => ['keydown', code]),
      ...['key', words.at(-1)!],
      ...modifiers.toReversed().flatMap((code) => ['keyup', code]),
    )
  }
  try {
    const { page, shows, type } = await start({ home, env: display.variables })
    await shows('ready$')
    const file = join(home, 'bytes')
    const print = join(home, 'print')
    writeFileSync(
      join(home, 'raw'),
      `stty raw -echo; printf begun; (while :; do if [ -e ${print} ]; then cat ${print}; ` +
        `rm ${print}; fi; sleep 0.05; done) & exec cat >> ${file}`,
    )
    await type('exec sh ~/raw\n')
    await shows('begun')
    const sent = () => readFileSync(file, 'utf8')
    const differences: string[] = []
    for (const [layout, rows] of Object.entries(presses)) {
      run('setxkbmap', ...layout.split(' '))
      await page.waitForTimeout(500)
      for (const [keys, bytes] of rows) {
        if (keys.startsWith('=')) {
          writeFileSync(`${print}.new`, keys.slice(1))
          execFileSync('mv', [`${print}.new`, print])
          await expect.poll(() => existsSync(print)).toBe(false)
          await page.waitForTimeout(200)
          continue
        }
        truncateSync(file)
        press(keys)
        if (bytes !== '')
          await expect
            .poll(sent, { timeout: 3_000 })
            .toBe(bytes)
            .catch(() => undefined)
        else await page.waitForTimeout(200)
        if (sent() !== bytes)
          differences.push(`${layout} ${keys}: ${JSON.stringify([sent(), bytes])}`)
      }
    }
    expect(differences).toEqual([])
    // GTK's input method drops the first key with Ctrl after a dead key
    run('setxkbmap', 'de')
    await page.waitForTimeout(500)
    truncateSync(file)
    press('49')
    await page.waitForTimeout(300)
    press('ctrl 54')
    await page.waitForTimeout(1_000)
    press('ctrl 54')
    await expect.poll(sent, { timeout: 5_000 }).toBe('\x03')
  } finally {
    display.stop()
  }
})
