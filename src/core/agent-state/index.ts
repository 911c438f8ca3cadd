/** The agent-state machine as others use it. */
export { hooked, polling, silenced, wantsUse } from './claim.ts'
export type { Configuration } from './configuration.ts'
export {
  fromSocket,
  type Evidence,
  type ExplicitDialect,
  type Foreground,
  type FrameEvidence,
  type ScreenEvidence,
} from './evidence.ts'
export { fromDispatch } from './from-dispatch.ts'
export { beginsWork, vouched } from './guess.ts'
export { initial, type AgentState, type RuleId, type Transition } from './state.ts'
export { HeldReports, type Report } from './held-reports.ts'
export { heldReportsMax, reportsGatherMs, reportsPerSecondMax, slotsMax } from './limits.ts'
export { reduce, reduceAll } from './reduce.ts'
export { nameOf, slotNames, type SlotName } from './slots.ts'
export {
  drawing,
  view,
  type ClaimView,
  type Dissent,
  type Drawing,
  type PartView,
  type View,
} from './view.ts'
export { wakeAt } from './wake.ts'
export {
  certainty,
  claimed,
  places,
  ruleText,
  stateOf,
  unread,
  why,
  whyText,
  type Surroundings,
  type TmuxWhy,
  type Why,
} from './why.ts'
