/** Texts for *Why*: how the foreground program is known, and what would make its state certain. */
import type { Agents } from '../../../agents/rules/rules.ts'
import { integrateCommand } from '../../../agents/state/integration.ts'
import type { WhyState } from '../../../agents/state/why.ts'
import { agentName } from '../../windows/tabs/agent-names.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import type { AgentInFront } from './agent-in-front.ts'

/**
 * Returns the foreground program and how its name was found; `null` if none is known.
 * @param place where it leads, as `on build`; `null` if it runs on this machine
 */
export function foregroundWords(
  { elsewhere, lastReading, watch }: AgentInFront,
  place: string | null,
): WhyState['foreground'] {
  const { name = null, foreground } = watch?.front ?? {}
  if (name === null) return null
  const { pid } = lastReading ?? {}
  const how =
    elsewhere.match !== null
      ? `${elsewhere.match.tool} ${place ?? ''}, known by ` +
        (elsewhere.isByScreen ? 'what its screen looks like' : 'its reports or its title')
      : lastReading?.foreground === 'tool'
        ? `known as ${lastReading.tool ?? 'a tool'} by its name in /proc`
        : place === null
          ? 'not a known agent'
          : `what it runs ${place} is known by reports, titles and the screen alone`
  return {
    name,
    ...(pid === undefined ? {} : { pid }),
    how: foreground === 'shell' ? 'the shell of this tab' : how,
  }
}

/** Returns what would make the state certain, unless a program reports its own (`claims`). */
export function advice(
  { agent, state }: AgentDrawn,
  claims: boolean,
): { readonly advice?: string } {
  if (claims) return {} // a dialog that hooks don't report: nothing can be installed
  const command = integrateCommand(agent)
  if (command !== null)
    return {
      advice:
        `It would be certain if ${agentName(agent.tool)} reported it by its hooks. ` +
        `Run once, in a shell: ${command}. It shows each change first.`,
    }
  if (agent.confidence !== 'guess' || state !== 'waiting') return {}
  return {
    advice:
      'It would be certain if the program reported its state itself (OSC 7501, 1338 or 26): ' +
      'see docs/emit.md.',
  }
}

/** Returns sentences about the user's rules for the foreground agent that are disabled. */
export function rulesOffWords(
  agents: Agents,
  agent: string | null,
  holdsBack: boolean,
): readonly string[] {
  const off = agent === null ? [] : (agents.get(agent)?.off ?? [])
  return holdsBack
    ? [
        ...off,
        'Your own rules over titles and progress reports are not tried: they need the ' +
          'shadow terminal, which stops one that takes too long.',
      ]
    : off
}
