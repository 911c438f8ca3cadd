/**
 * Ordinary programs that wait for the user on the terminal: rows T1 and T2
 * (docs/contributing/internals/agent-state.md). The machine decides when to look; the session looks
 * and sends its finding as evidence.
 */
import type { Millis } from '../../base/clock.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { isClaimed } from './claim.ts'
import type { AskEvidence, ProcessEvidence } from './evidence.ts'
import {
  askLineCharactersMax,
  lookAgainMs,
  lookSoonMs,
  outputEchoMs,
  passwordRestMs,
  questionRestMs,
  typingRestMs,
} from './limits.ts'
import { begin, type AgentState, type Asking } from './state.ts'

/** Returns when the session must look at the terminal, or `null`. */
export function askDue(state: AgentState): Millis | null {
  const {
    ask,
    asking: { again, input, lookedAt, wanted },
  } = state
  if (wanted || !mayAsk(state)) return null
  const due = restEnds(state, input === 'hidden')
  if (lookedAt === null || lookedAt < due) return due
  if (!again && ask === null) return null
  return lookedAt + (lookedAt < due + lookSoonMs ? lookSoonMs : lookAgainMs)
}

/** Marks that a look is due. */
export function wantLook(state: AgentState): AgentState {
  return { ...state, asking: { ...state.asking, wanted: true } }
}

/** Returns whether the foreground program may ask: the rest is read from the terminal. */
function mayAsk({ alternate, asking, configuration, ended, foreground }: AgentState): boolean {
  return (
    configuration.asks &&
    !ended &&
    !alternate &&
    (foreground === 'other' || foreground === 'shell') &&
    asking.inLine &&
    asking.restsFrom !== null &&
    (asking.input === 'hidden' || (asking.input === 'shown' && !asking.drafted))
  )
}

/** A password may be typed in pauses, which show nothing. */
function restEnds({ asking, outputAt }: AgentState, isHidden: boolean): Millis {
  const { restsFrom, typedAt } = asking
  const isTyping = typedAt !== null && typedAt > (outputAt ?? 0)
  return (restsFrom ?? 0) + (!isHidden ? questionRestMs : isTyping ? typingRestMs : passwordRestMs)
}

/** T1, T2: takes a look at the terminal. It does not count if output or a key has overtaken it. */
export function applyAsk(state: AgentState, evidence: AskEvidence): AgentState {
  if (!state.asking.wanted) return state
  const { again, asks, byLine = false, line, polls = false, program, reads } = evidence
  const looked: AgentState = {
    ...state,
    asking: { ...state.asking, wanted: false, lookedAt: state.now, again },
  }
  const isPassword = asks === 'password'
  const isFact = isPassword && !polls && !byLine
  const known = state.ask ?? state.asking.last
  if (
    asks === null ||
    !mayAsk(looked) ||
    (!isFact && isClaimed(state)) ||
    ((!isPassword || byLine) && state.now < restEnds(state, false))
  )
    return endAsk(
      { ...looked, asking: { ...looked.asking, last: known } },
      'the program no longer waits on the terminal',
    )
  const message = safeText(line, askLineCharactersMax)
  // the time at the question is not silence of the command
  const base = state.base.state === 'working' ? { ...state.base, at: state.now } : state.base
  // it may have worked for a moment, at the same question
  if (known?.asks === asks && known.message === message)
    return { ...looked, base, ask: { ...known, at: state.now } }
  const name = safeText(program, askLineCharactersMax) || 'a program'
  const part = begin(looked, {
    state: 'waiting',
    kind: asks,
    source: 'terminal',
    confidence: isFact ? 'fact' : 'likely',
    rule: isPassword ? 'T1' : 'T2',
    reason: byLine
      ? `${name} is silent after a line that asks for a password`
      : isPassword
        ? `${name} ${reads ? 'reads the terminal, which' : 'is silent, and the terminal'} ` +
          'hides your input'
        : `${name} ${reads ? 'reads the terminal' : 'is silent'} after a line that ends like a ` +
          'question',
  })
  return {
    ...looked,
    ask: { ...part, asks, message },
    episodes: part.episode,
    snoozedUntil: null,
    base,
  }
}

/** Ends the question of an ordinary program. */
export function endAsk(state: AgentState, reason: string): AgentState {
  const { ask, base, now } = state
  if (ask === null) return state
  return {
    ...state,
    ask: null,
    lost: { rule: ask.rule, reason },
    base: base.state === 'working' ? { ...base, at: now } : base,
  }
}

/** Returns the facts after output, whose last line may be a question. */
export function printed({ asking, now }: AgentState, inLine: boolean | undefined): Asking {
  const { input, typedAt, unsent } = asking
  return {
    input,
    typedAt,
    unsent,
    inLine: inLine ?? asking.inLine,
    restsFrom: now,
    lookedAt: null,
    again: false,
    wanted: false,
    last: null,
    drafted: asking.drafted && (typedAt === null || now - typedAt <= outputEchoMs),
  }
}

/** Notes a key or a paste: it answers, or begins an answer. */
export function noteTyping(state: AgentState, submits: boolean): AgentState {
  const { asking, now } = state
  const next: Asking = {
    ...asking,
    ...rested(now),
    typedAt: now,
    drafted: !submits,
    unsent: !submits,
  }
  return endAsk({ ...state, asking: next }, 'you typed')
}

/** Notes who is in the foreground and how the terminal takes input. `before`: as it was. */
export function noteReading(
  state: AgentState,
  { foreground, input, descends }: ProcessEvidence,
  before: AgentState,
): AgentState {
  if (foreground === 'unknown') return state
  const { asking, now } = state
  const takes = foreground === 'tool' || descends === true ? null : (input ?? null)
  const isNew = state.foreground !== before.foreground
  if (takes === asking.input && !isNew) return state
  const next: Asking = {
    ...asking,
    input: takes,
    lookedAt: null,
    again: false,
    wanted: false,
    last: isNew ? null : asking.last,
    drafted: asking.drafted && !isNew,
    unsent: asking.unsent && !isNew,
    restsFrom: isNew ? (asking.restsFrom ?? now) : asking.restsFrom,
  }
  const changed = { ...state, asking: next }
  return takes === null || isNew
    ? endAsk(changed, 'another program is in the foreground, or reads single keys')
    : changed
}

/** Notes a mark of the shell: what was typed before belongs to another program. */
export function noteMark(state: AgentState): AgentState {
  return endAsk(
    {
      ...state,
      asking: {
        ...state.asking,
        drafted: false,
        unsent: false,
        lookedAt: null,
        wanted: false,
        last: null,
      },
    },
    'the shell reported a command or its prompt',
  )
}

function rested(now: Millis): Pick<Asking, 'restsFrom' | 'lookedAt' | 'again' | 'wanted' | 'last'> {
  return { restsFrom: now, lookedAt: null, again: false, wanted: false, last: null }
}
