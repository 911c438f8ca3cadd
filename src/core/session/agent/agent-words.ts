/** Texts for *Why*: how the foreground program is known, and how its state could become certain. */
import type { Agents } from '../../../agents/rules/rules.ts'
import { integrateCommand } from '../../../agents/state/integration.ts'
import type { WhyState } from '../../../agents/state/why.ts'
import { agentName } from '../../windows/tabs/agent-names.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import type { AgentInFront } from './agent-in-front.ts'

/**
 * Returns the foreground program and how its name was found; `null` if none is known.
 * @param place location that it connects to, such as `on build`; `null` if it runs on this machine
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
      ? `${elsewhere.match.tool} ${place ?? ''}, recognized by ` +
        (elsewhere.isByScreen ? 'its screen' : 'its reports or title')
      : lastReading?.foreground === 'tool'
        ? `recognized as ${lastReading.tool ?? 'an agent'} by process name`
        : place === null
          ? 'not a known agent'
          : `${place}: only reports, titles and the screen are available`
  return {
    name,
    ...(pid === undefined ? {} : { pid }),
    how: foreground === 'shell' ? "this tab's shell" : how,
  }
}

/**
 * Returns advice that would make the state certain. A program that reports its own state (`claims`)
 * needs none.
 */
export function advice(
  { agent, state }: AgentDrawn,
  claims: boolean,
): { readonly advice?: string } {
  if (claims) return {} // a dialog that hooks don't report: nothing can be installed
  const command = integrateCommand(agent)
  if (command !== null)
    return {
      advice:
        `To get exact states, install hooks for ${agentName(agent.tool)}: run ` +
        `\`${command}\` in a shell. It shows each change first.`,
    }
  if (agent.confidence !== 'guess' || state !== 'waiting') return {}
  return {
    advice: 'To get exact states, have the program report them (see `vibeflow-emit --help`).',
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
        'Your rules for titles and progress reports are off: they need the terminal parser, ' +
          "which isn't running. It stops rules that take too long.",
      ]
    : off
}
