/**
 * On a busy machine a real process may be late: the tests of these rings have a second try, and
 * those that needed it are named at the run's end. Not by a project of their own: a process of
 * vitest ends, and reads everything anew, where its next file is of another project.
 */
import { TestRunner } from 'vitest'

export default class Runner extends TestRunner {
  override onCollectStart(...[file]: Parameters<TestRunner['onCollectStart']>): void {
    this.config.retry = /\/test\/(?:host|cli)\//.test(file.filepath) ? 1 : 0
    super.onCollectStart(file)
  }
}
