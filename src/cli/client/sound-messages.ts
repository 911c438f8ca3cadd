/**
 * Whether what a session says has the fields that its protocol promises: whoever listens at a
 * socket may be another program, or another version.
 */
import type { State, Welcome } from '../../core/clients/socket/messages.ts'

type Fields = Readonly<Record<string, unknown>>

export function isWelcome(value: unknown): value is Welcome {
  const { session, state } = fieldsOf(value)
  const facts = fieldsOf(session)
  return (
    isState(state) &&
    ['id', 'title', 'cwd', 'command'].every((name) => typeof facts[name] === 'string') &&
    ['pid', 'startedAt', 'cols', 'rows'].every((name) => Number.isFinite(facts[name]))
  )
}

export function isState(value: unknown): value is State {
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

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
