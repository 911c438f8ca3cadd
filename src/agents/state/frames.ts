/** Reports: rows X1, X2 and X3, and cleared records. */
import type { AgentRecord } from '../../protocol/index.ts'
import { claim, isClaimed, scopeOf } from './claim.ts'
import type { FrameEvidence } from './evidence.ts'
import { lateTicksMax } from './limits.ts'
import { bounded, cleared, slotName, placeReport } from './slots.ts'
import { begin, type AgentState, type StatePart, type RuleId, type Slot } from './state.ts'

export function applyReport(state: AgentState, evidence: FrameEvidence): AgentState {
  if (evidence.state === 'clear') return clear(state, evidence)
  const { before, others, record, silent } = placeReport(state, evidence)
  if (record === null || isLate(before?.hook, evidence)) return state
  if (state.hookLeft?.tool === record.tool && isLate(state.hookLeft.hook, evidence)) return state
  if (silent)
    return {
      ...state,
      slots: bounded([...others, silentSlot(state, evidence, record)]),
      lost: { rule: 'X1', reason: `${who(evidence, record)} started a new session` },
    }
  const slot = {
    ...judged(state, evidence, before?.silent === true ? undefined : before, record),
    record,
    dialect: evidence.dialect,
    silent: false,
    faded: null,
    outlived: false,
    hook: evidence.hook,
    instead: evidence.instead,
  } satisfies Slot
  const next = {
    ...state,
    slots: bounded([...others, slot]),
    episodes: Math.max(state.episodes, slot.episode),
    // a hook may have started before the key
    interruptAt:
      evidence.hook !== undefined && record.state === 'working' ? state.interruptAt : null,
    answeredAt:
      before?.state === 'waiting' && record.state !== 'waiting' ? state.now : state.answeredAt,
    lost: { rule: 'X1', reason: 'replaced by a newer report' },
  } as const
  return claim(
    slot.episode > state.episodes && alarms(slot) ? { ...next, snoozedUntil: null } : next,
    evidence.dialect,
    { tool: record.tool, hook: evidence.hook !== undefined, waits: record.state === 'waiting' },
  )
}

/** Returns whether a hook started before the last reporting one (at `newest`) and took longer. */
function isLate(newest: number | undefined, { hook }: FrameEvidence): boolean {
  if (newest === undefined || hook === undefined) return false
  return hook < newest && newest - hook <= lateTicksMax
}

/** Returns the slot's state after a report; news starts an episode. */
function judged(
  state: AgentState,
  evidence: FrameEvidence,
  before: Slot | undefined,
  said: AgentRecord,
): StatePart {
  const again = before !== undefined && sameNews(before.record, said)
  //  rule   if                                      then
  if (again && before.faded === null) return { ...before, at: state.now } // X2
  // visible, not alarming
  if (again && dismissed(before)) return { ...news('X1'), seenAt: state.now }
  // it reports the dialog that the screen already showed
  if (said.state === 'waiting' && isClaimed(state) && state.guess?.state === 'waiting')
    return { ...news('X1'), seenAt: state.guess.seenAt }
  if (before?.state === 'waiting' && said.state === 'waiting') return news('X3')
  return news('X1')

  function news(rule: RuleId): StatePart {
    const kind = said.kind === undefined || said.kind === 'other' ? '' : ` (${said.kind})`
    const words = rule === 'X3' ? 'asked a new question' : `reported ${said.state}${kind}`
    return begin(state, {
      state: said.state,
      kind: said.kind,
      source: said.source,
      confidence: 'fact',
      rule,
      reason: `${who(evidence, said)} ${words}`,
    })
  }
}

/** A heartbeat does not count as news. A changed message during work does not count either. */
function sameNews(before: AgentRecord, said: AgentRecord): boolean {
  if (before.state !== said.state || before.kind !== said.kind) return false
  return (
    before.msg === said.msg ||
    before.state === 'working' ||
    before.state === 'idle' ||
    before.state === 'active'
  )
}

function dismissed({ faded, seenAt }: Slot): boolean {
  return faded === 'acknowledged' || (faded === 'hold' && seenAt !== null)
}

function alarms({ state, seenAt }: StatePart): boolean {
  return seenAt === null && (state === 'waiting' || state === 'error' || state === 'done')
}

function clear(state: AgentState, evidence: FrameEvidence): AgentState {
  const slots = cleared(state, evidence)
  const root =
    (evidence.id ?? '') === '' &&
    scopeOf(evidence.dialect, state.configuration) === 'tool' &&
    !slots.some(({ dialect }) => dialect === evidence.dialect)
  const claims = root
    ? state.claims.filter(({ dialect }) => dialect !== evidence.dialect)
    : state.claims
  return {
    ...state,
    slots,
    claims,
    guess: claims.length === state.claims.length ? state.guess : null,
    interruptAt: null,
    hookLeft:
      evidence.hook === undefined
        ? state.hookLeft
        : { tool: slotName(state, evidence.tool ?? ''), hook: evidence.hook },
    lost: { rule: root ? 'X8' : 'X1', reason: 'the program cleared its state' },
  }
}

function silentSlot(state: AgentState, { dialect }: FrameEvidence, record: AgentRecord): Slot {
  const part = begin(state, {
    state: 'active',
    source: record.source,
    confidence: 'fact',
    rule: 'X1',
    reason: 'no status reported yet',
  })
  return { ...part, episode: 0, record, dialect, silent: true, faded: null, outlived: false }
}

function who({ dialect }: FrameEvidence, { tool }: AgentRecord): string {
  return tool === '' ? `a program (${dialect})` : `${tool} (${dialect})`
}
