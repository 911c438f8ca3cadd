/** Validates the fields of messages: the other side may be another program or version. */
import type { StateMessage, Welcome } from '../../core/clients/socket/messages.ts'

type Fields = Readonly<Record<string, unknown>>

export function isWelcome(value: unknown): value is Welcome {
  const { session, state } = fieldsOf(value)
  const facts = fieldsOf(session)
  return (
    isStateMessage(state) &&
    ['id', 'title', 'cwd', 'command'].every((name) => typeof facts[name] === 'string') &&
    ['pid', 'startedAt', 'cols', 'rows'].every((name) => Number.isFinite(facts[name])) &&
    isTexts(facts['userVariables']) &&
    isUsage(facts['usage']) &&
    isMark(facts['mark']) &&
    isQueue(facts['queue'])
  )
}

export function isStateMessage(value: unknown): value is StateMessage {
  const fields = fieldsOf(value)
  return (
    typeof fields['state'] === 'string' &&
    typeof fields['source'] === 'string' &&
    Number.isFinite(fields['since']) &&
    ['tool', 'kind', 'project', 'message'].every(
      (name) => fields[name] === undefined || typeof fields[name] === 'string',
    )
  )
}

function isUsage(value: unknown): boolean {
  const { biggest, estimate, memory, ports, processes } = fieldsOf(value)
  const isGroup = (one: unknown): boolean => {
    const group = fieldsOf(one)
    return typeof group['name'] === 'string' && isCount(group['processes'], group['memory'])
  }
  return (
    value === undefined ||
    (isCount(processes, memory) &&
      ['boolean', 'undefined'].includes(typeof estimate) &&
      [biggest, ports].every(Array.isArray) &&
      (ports as unknown[]).every(Number.isFinite) &&
      (biggest as unknown[]).every(isGroup))
  )
}

function isCount(...values: readonly unknown[]): boolean {
  return values.every(Number.isFinite)
}

/** Another version may have other colors. */
function isMark(value: unknown): boolean {
  const { color, note, sign } = fieldsOf(value)
  return [color, note, sign].every((text) => ['string', 'undefined'].includes(typeof text))
}

function isQueue(value: unknown): boolean {
  const { count, paused } = fieldsOf(value)
  const isKnown = Number.isFinite(count) && ['string', 'undefined'].includes(typeof paused)
  return value === undefined || isKnown
}

function isTexts(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return (
    value === undefined ||
    (isObject && Object.values(value).every((text) => typeof text === 'string'))
  )
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
