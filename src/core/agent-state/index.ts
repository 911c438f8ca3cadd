/** The agent-state machine as others use it. */
export { clamp, clamps, defaults, type Configuration } from './configuration.ts'
export { fromSocket, type Evidence, type ExplicitDialect, type Foreground, type FrameEvidence } from './evidence.ts'
export { fromDispatch } from './from-dispatch.ts'
export { initial, type AgentState, type RuleId, type Transition } from './state.ts'
export { reduce } from './reduce.ts'
export { view, type ClaimView, type Dissent, type PartView, type View } from './view.ts'
export { wakeAt } from './wake.ts'
export { span, why, whyText, type Surroundings, type Why } from './why.ts'
