/** The package entry `vibeflow/testing` (docs/guides/test-terminal-programs.md). */
export { launch } from './program/launch.ts'
export type { LaunchOptions } from './options.ts'
export type { Exit, StateReport, TestTerminal, WaitOptions } from './test-terminal.ts'
export {
  ScreenText as Screen,
  type ScreenPlace as Place,
  type ScreenCell,
  type ScreenColor,
} from './screen/screen.ts'
export { compareScreen, updateVariable, type CompareOptions } from './screen/compare-screen.ts'
export { TerminalError } from './terminal-error.ts'
export type { WhyState as Why } from '../agents/state/why.ts'
export type { Snapshot } from '../terminal/snapshot/snapshot.ts'
