/** The configuration file of an app, and what its page shows of it. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'

export const fileOf = (home: string) => join(home, 'config/vibeflow/config.toml')

/** As editors do: a new file in the old one's place. */
export function save(home: string, text: string): void {
  const file = fileOf(home)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

export const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
