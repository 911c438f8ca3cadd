/**
 * `vibeflow integrate`: adds hooks to agents' settings after showing the changes, removes them, and
 * runs each hook once to check its report.
 */
import { createTwoFilesPatch } from 'diff'
import { noneOf } from '../../base/numbers/nearest.ts'
import { exits } from '../../core/clients/exit-codes.ts'
import { commonExits, failure, usageError } from '../command/exit-codes.ts'
import {
  agentNames,
  allIntegrations,
  integrations,
  homeOf,
  unwired,
  type Integration,
} from './integrate/agents.ts'
import {
  check,
  isChanged,
  removal,
  settingsPath,
  wiringChange,
  type Around,
  type Change,
} from './integrate/change.ts'
import { emitterWord, installedVersion, isInstalled } from './integrate/emitter.ts'
import { isNewer } from './update/release-feed.ts'
import { confirm as confirmAtTerminal } from '../terminal/confirm.ts'
import { isOn, type VerbContext, type Verb } from '../command/verb.ts'
import { errorMessage } from '../../base/text/error-message.ts'

interface IntegratePorts {
  /** Asks the user at the terminal. Returns `null` without a terminal. */
  readonly confirm: (question: string) => Promise<boolean | null>
}

export function integrateVerb(ports: IntegratePorts = { confirm: confirmAtTerminal }): Verb {
  return {
    name: 'integrate',
    words: '[AGENT...]',
    among: agentNames,
    summary: 'Install hooks so that agents report their state.',
    description: [
      'Without AGENT, it installs hooks for the agents found on this computer, by their program ' +
        'or settings directory. Agents that report natively are included if their installed ' +
        'version is too old for that. It shows the changes and asks before it changes files. ' +
        'Afterwards it runs each hook once to check it. With --remove and without AGENT, it ' +
        'removes the hooks of all agents.',
      `AGENT: ${agentNames.join(', ')}.`,
      'The name claude-limits wraps the status line of Claude Code, so that vibeflow can show ' +
        'the usage limits of its account and the context of its session. Your own status line ' +
        'is kept. It is set up only if you name it.',
    ],
    options: {
      check: { type: 'boolean', text: 'Run the installed hooks once, and change nothing.' },
      remove: { type: 'boolean', text: 'Remove the hooks.' },
      'dry-run': { type: 'boolean', text: 'Show the changes without making them.' },
      all: { type: 'boolean', text: 'Include agents whose newer versions need no hooks.' },
      yes: { type: 'boolean', short: 'y', text: 'Do not ask before files are changed.' },
    },
    examples: [
      ['vibeflow integrate', 'Install hooks for the agents found here.'],
      ['vibeflow integrate gemini --dry-run', 'Show the changes for one agent.'],
      ['vibeflow integrate --check', 'Check whether the installed hooks report.'],
      ['vibeflow integrate --remove gemini', 'Remove the hooks again.'],
      ['vibeflow integrate claude-limits', 'Show the limits of Claude Code.'],
    ],
    exits: commonExits({ failed: 'A change failed, or a hook is missing or does not report.' }),
    run: (context) => integrate(context, ports),
  }
}

type Outcome = 'wired' | 'unchanged' | 'removed' | 'not wired' | 'would change' | 'failed'

interface Result {
  readonly agent: string
  readonly file: string
  readonly outcome: Outcome
  /** Present after a check. */
  readonly reports?: boolean
  readonly problem?: string
  readonly diff?: string
}

async function integrate(context: VerbContext, ports: IntegratePorts): Promise<number> {
  const { environment, directory, say, document } = context
  const [isCheck, isRemoval] = [isOn(context, 'check'), isOn(context, 'remove')]
  if (isCheck && (isRemoval || isOn(context, 'dry-run')))
    throw usageError("--check can't be used with --remove or --dry-run.")
  const around = { environment, directory, emitter: isRemoval ? '' : emitterWord(environment) }
  const chosen = await choose(context)
  if (chosen.length === 0) say('Found no agent that needs hooks.')
  const results = isCheck
    ? await Promise.all(chosen.map((agent) => checked(agent, around, null)))
    : await changed(chosen, around, context, ports)
  for (const result of results) say(sentence(result, context))
  document({ agents: results })
  const isFailure = ({ outcome, reports }: Result) =>
    outcome === 'failed' || reports === false || (isCheck && outcome === 'not wired')
  return results.some(isFailure) ? exits.failed : exits.done
}

/** @throws CommandError if an agent is unknown or cannot be integrated */
async function choose(context: VerbContext): Promise<readonly Integration[]> {
  const { positionals, environment, say } = context
  for (const name of positionals) {
    if (agentNames.includes(name)) continue
    const reason = Object.hasOwn(unwired, name) ? unwired[name] : undefined
    throw usageError(
      reason === undefined
        ? noneOf(name, 'agent', agentNames)
        : `can't install hooks for ${name}: ${reason}`,
    )
  }
  if (positionals.length > 0)
    return allIntegrations.filter(({ name }) => positionals.includes(name))
  if (isOn(context, 'remove')) return allIntegrations
  const found = integrations.filter((agent) => isInstalled(agent, environment))
  if (isOn(context, 'all')) return found
  const wanted: Integration[] = []
  for (const agent of found) {
    const { name, title, reportsSince } = agent
    const version = reportsSince === undefined ? null : await installedVersion(agent, environment)
    if (reportsSince === undefined || (version !== null && isNewer(reportsSince, version)))
      wanted.push(agent)
    else
      say(
        `${title} ${reportsSince} and newer reports its state without hooks. ` +
          (version === null
            ? `For older versions, run \`vibeflow integrate ${name}\`.`
            : `Version ${version} is installed.`),
      )
  }
  return wanted
}

async function changed(
  chosen: readonly Integration[],
  around: Around,
  context: VerbContext,
  { confirm }: IntegratePorts,
): Promise<readonly Result[]> {
  const isRemoval = isOn(context, 'remove')
  const plans = chosen.map((agent) => planned(agent, around, isRemoval))
  const wanted = plans.filter((plan): plan is Change => 'make' in plan && isChange(plan))
  for (const plan of wanted) context.say(diffOf(plan))
  if (wanted.length > 0 && !isOn(context, 'dry-run') && !isOn(context, 'yes')) {
    const answer = context.json
      ? null
      : await confirm(
          wanted.flatMap(({ edits }) => edits).filter(isChanged).length === 1
            ? 'Change this file? [y/N] '
            : 'Change these files? [y/N] ',
        )
    if (answer === null) throw usageError("can't ask for confirmation here. Use --yes.")
    if (!answer) throw failure('canceled. No file was changed.')
  }
  const results: Result[] = []
  for (const plan of plans) {
    if (!('make' in plan)) results.push(plan)
    else if (isOn(context, 'dry-run')) results.push(shown(plan, isRemoval))
    else results.push(await carriedOut(plan, around, isRemoval))
  }
  // for all agents: omit agents that were never integrated
  return isRemoval && context.positionals.length === 0
    ? results.filter(({ outcome }) => outcome !== 'not wired')
    : results
}

function planned(agent: Integration, around: Around, isRemoval: boolean): Change | Result {
  try {
    return isRemoval ? removal(agent, around) : wiringChange(agent, around)
  } catch (error) {
    return failed(agent, around, error)
  }
}

function isChange({ edits }: Change): boolean {
  return edits.some(isChanged)
}

function shown(plan: Change, isRemoval: boolean): Result {
  const place = { agent: plan.agent.name, file: plan.path }
  return isChange(plan)
    ? { ...place, outcome: 'would change', diff: diffOf(plan) }
    : { ...place, outcome: isRemoval ? 'not wired' : 'unchanged' }
}

async function carriedOut(plan: Change, around: Around, isRemoval: boolean): Promise<Result> {
  const { agent, path } = plan
  const place = { agent: agent.name, file: path }
  try {
    if (isChange(plan)) plan.make()
  } catch (error) {
    return failed(agent, around, error)
  }
  if (isRemoval) return { ...place, outcome: isChange(plan) ? 'removed' : 'not wired' }
  return checked(agent, around, isChange(plan) ? 'wired' : 'unchanged')
}

/** @param outcome `null` to use the outcome of the check */
async function checked(
  agent: Integration,
  around: Around,
  outcome: Outcome | null,
): Promise<Result> {
  try {
    const { wired, problem } = await check(agent, around)
    const place = { agent: agent.name, file: settingsPath(agent, around.environment) }
    if (!wired) return { ...place, outcome: 'not wired' }
    return {
      ...place,
      outcome: outcome ?? 'wired',
      reports: problem === null,
      ...(problem === null ? {} : { problem }),
    }
  } catch (error) {
    return failed(agent, around, error)
  }
}

function failed(agent: Integration, { environment }: Around, error: unknown): Result {
  return {
    agent: agent.name,
    file: settingsPath(agent, environment),
    outcome: 'failed',
    problem: errorMessage(error),
  }
}

/** Returns a unified diff, as `diff -u` and git print it. */
function diffOf({ edits }: Change): string {
  return edits
    .filter(isChanged)
    .map(({ file: { path, content }, after }) =>
      createTwoFilesPatch(
        content === null ? '/dev/null' : path,
        after === null ? '/dev/null' : path,
        content ?? '',
        after ?? '',
        undefined,
        undefined,
        {
          headerOptions: {
            includeIndex: false,
            includeUnderline: false,
            includeFileHeaders: true,
          },
        },
      ).trimEnd(),
    )
    .join('\n')
}

function sentence(result: Result, { environment }: VerbContext): string {
  const { agent, file, outcome, reports, problem } = result
  const { title = agent, afterwards } = allIntegrations.find(({ name }) => name === agent) ?? {}
  const home = `${homeOf(environment)}/`
  const place = file.startsWith(home) ? `~/${file.slice(home.length)}` : file
  if (outcome === 'failed') return `${title}: ${place} ${problem}`
  const what = agent === 'claude-limits' ? 'status line' : 'hooks'
  const done: Readonly<Record<Exclude<Outcome, 'failed'>, string>> = {
    wired: `${what} installed in ${place}`,
    unchanged: `${what} already installed in ${place}`,
    removed: `${what} removed from ${place}`,
    'not wired': `${what} not installed (${place})`,
    'would change': `would change ${place}`,
  }
  const report =
    reports === undefined || agent === 'claude-limits'
      ? ''
      : reports
        ? '. The hook reports'
        : `. The hook does not report: ${problem ?? ''}`
  const rest = outcome === 'wired' && afterwards !== undefined ? ` ${afterwards}` : ''
  return `${title}: ${done[outcome]}${report}.${rest}`
}
