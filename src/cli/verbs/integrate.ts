/**
 * `vibeflow integrate`: adds hooks to agents' settings after showing the changes, removes them, and
 * runs each hook once to check its report.
 */
import { createTwoFilesPatch } from 'diff'
import { noneOf } from '../../base/numbers/nearest.ts'
import { exits, failure, usageError } from '../command/exit-codes.ts'
import { agentNames, integrations, homeOf, unwired, type Integration } from '../integrate/agents.ts'
import {
  check,
  isChanged,
  removal,
  settingsPath,
  wiringChange,
  type Around,
  type Change,
} from '../integrate/change.ts'
import { emitterWord, isInstalled } from '../integrate/emitter.ts'
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
    summary: 'have agents report their states, by hooks in their settings',
    options: {
      check: { type: 'boolean', text: 'only run the hooks that are there once' },
      remove: { type: 'boolean', text: 'take the hooks out again' },
      'dry-run': { type: 'boolean', text: 'only show what would be changed' },
      all: { type: 'boolean', text: 'also agents whose newer versions report by themselves' },
      yes: { type: 'boolean', short: 'y', text: 'do not ask before files are changed' },
    },
    notes: [
      `AGENT: ${agentNames.join(', ')}. Without one: those that are found here, by their ` +
        'program or the folder of their settings.',
      'Exit: 0 all is as asked; 1 something could not be done, or no report came.',
    ],
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
    throw usageError('--check changes nothing: it stands alone.')
  const around = { environment, directory, emitter: isRemoval ? '' : emitterWord(environment) }
  const chosen = choose(context)
  if (chosen.length === 0) say('No agent was found that wants hooks.')
  const results = isCheck
    ? await Promise.all(chosen.map((agent) => checked(agent, around, null)))
    : await changed(chosen, around, context, ports)
  for (const result of results) say(sentence(result, context))
  document({ agents: results })
  const isFailure = ({ outcome, reports }: Result) =>
    outcome === 'failed' || reports === false || (isCheck && outcome === 'not wired')
  return results.some(isFailure) ? exits.failed : exits.done
}

/** @throws CommandError for an unknown agent, or one that cannot be integrated */
function choose(context: VerbContext): readonly Integration[] {
  const { positionals, environment, say } = context
  for (const name of positionals) {
    if (agentNames.includes(name)) continue
    const reason = Object.hasOwn(unwired, name) ? unwired[name] : undefined
    throw usageError(
      reason === undefined
        ? noneOf(name, 'agent that can be wired', agentNames)
        : `${name} is not wired: ${reason}`,
    )
  }
  if (positionals.length > 0) return integrations.filter(({ name }) => positionals.includes(name))
  if (isOn(context, 'remove')) return integrations
  const found = integrations.filter((agent) => isInstalled(agent, environment))
  const wanted = found.filter(
    ({ reportsSince }) => isOn(context, 'all') || reportsSince === undefined,
  )
  for (const { name, title, reportsSince } of found)
    if (reportsSince !== undefined && !isOn(context, 'all'))
      say(
        `${title} ${reportsSince} and newer reports by itself. For an older one: vibeflow ` +
          `integrate ${name}`,
      )
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
    if (answer === null) throw usageError('nobody can be asked here: --yes changes without asking.')
    if (!answer) throw failure('nothing was changed.')
  }
  const results: Result[] = []
  for (const plan of plans) {
    if (!('make' in plan)) results.push(plan)
    else if (isOn(context, 'dry-run')) results.push(shown(plan, isRemoval))
    else results.push(await carriedOut(plan, around, isRemoval))
  }
  // For all agents: omit those that were never integrated.
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

/** @param outcome `null` to use what is found */
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
  const { title = agent, afterwards } = integrations.find(({ name }) => name === agent) ?? {}
  const home = `${homeOf(environment)}/`
  const place = file.startsWith(home) ? `~/${file.slice(home.length)}` : file
  if (outcome === 'failed') return `${title}: ${place} ${problem}`
  const done: Readonly<Record<Exclude<Outcome, 'failed'>, string>> = {
    wired: `wired in ${place}`,
    unchanged: `wired in ${place} already`,
    removed: `taken out of ${place}`,
    'not wired': `not wired (${place})`,
    'would change': `${place} would be changed`,
  }
  const report =
    reports === undefined
      ? ''
      : reports
        ? ', and its hook reports'
        : `, but no report came: ${problem ?? ''}`
  const rest = outcome === 'wired' && afterwards !== undefined ? ` ${afterwards}` : ''
  return `${title}: ${done[outcome]}${report}.${rest}`
}
