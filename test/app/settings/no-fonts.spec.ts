/** A system without any font: the window's texts are drawn in the bundled font. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, makeHome, picture, test } from '../app.ts'
import { decoded } from '../grid/pixels.ts'
import { slow } from '../../slow.ts'

/** Returns how many pixels differ from the one at the element's corner. */
async function ink(page: Page, element: Locator): Promise<number> {
  const pixels = await decoded(page, (await element.screenshot()).toString('base64'))
  const ground = String(pixels.at(0))
  return Array.from({ length: pixels.width * pixels.height }, (_, at) =>
    String(pixels.at(at)),
  ).filter((color) => color !== ground).length
}

test('tabs and the palette show text on a system without any font', slow, async ({ start }) => {
  const home = makeHome()
  mkdirSync(join(home, 'no-fonts'))
  const file = join(home, 'fonts.conf')
  writeFileSync(
    file,
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>' +
      `<dir>${home}/no-fonts</dir><cachedir>${home}/no-fonts</cachedir></fontconfig>`,
  )
  const { page, shows, type } = await start({ home, env: { FONTCONFIG_FILE: file } })
  await shows('ready$')
  // Without this the test would pass with a font of the machine.
  const width = (family: string) =>
    page.evaluate((font) => {
      const context = document.createElement('canvas').getContext('2d')!
      context.font = `40px ${font}`
      return context.measureText('Mmmmmi').width
    }, family)
  expect(await width('DejaVu Sans')).toBe(await width('No Such Font'))
  await type('echo visible\n')
  await shows(/^visible$/m)
  const label = page.locator('.tab-name').first()
  expect(await ink(page, label)).toBeGreaterThan(50)
  await page.keyboard.press('Control+Shift+P')
  const option = page.locator('[role="option"]').first()
  await expect(option).toBeVisible()
  expect(await ink(page, option)).toBeGreaterThan(100)
  await picture(page, 'no-fonts')
})
