/** The reasons of a tab's state for people, in sections of labeled rows. */
import {
  certainty,
  changeText,
  claimedText,
  contextsTitle,
  ignored,
  partText,
  places,
  stateOf,
  unread,
  usageRows,
  type WhyState,
} from '../../../agents/state/why.ts'
import { span } from '../../../base/text/span.ts'
import { agentName } from './agent-names.ts'

interface WhySection {
  readonly title: string
  readonly rows: readonly (readonly [string, string])[]
}

/** Returns the sections that have rows. */
export function whySections(why: WhyState): WhySection[] {
  const { foreground, claims, snoozedForMs, nextTimerInMs } = why
  return [
    {
      title: 'State',
      rows: [
        ...(why.message === undefined ? [] : [['Message', why.message] as const]),
        ['Source', `${places[why.source]}, ${certainty[why.confidence]}`],
        ['Reason', why.reason],
        ['Seen by you', why.seen ? 'yes' : 'no'],
        ...(snoozedForMs === null ? [] : [['Snoozed, ends in', span(snoozedForMs)] as const]),
        [
          'Program',
          foreground === null
            ? 'unknown'
            : `${foreground.name} (${foreground.pid === undefined ? '' : `${foreground.pid}, `}` +
              `${foreground.how})`,
        ],
        ...usageRows(why),
        ...(why.contexts === null ? [] : [[contextsTitle, why.contexts] as const]),
        ['Next check', nextTimerInMs === null ? 'none' : `in ${span(nextTimerInMs)}`],
        ...(why.advice === null ? [] : [['Get exact states', why.advice] as const]),
        ...(why.passedOver === null ? [] : [['Rate limit', why.passedOver] as const]),
        ...why.neverMatching.map((text) => ['Configuration', text] as const),
        ...why.rules.map((text) => ['Rules', text] as const),
        ...(why.socket === null ? [] : [['Session socket', `off. ${why.socket}`] as const]),
        ...(why.shadow === null ? [] : [['Screen', `not readable. ${why.shadow}`] as const]),
        ...(why.tmux === null ? [] : [['tmux', why.tmux.how] as const]),
      ],
    },
    {
      title: 'tmux panes',
      rows: (why.tmux?.panes ?? []).map(({ place, state, tool, note }) => [
        place,
        [state, tool === '' ? '' : agentName(tool), note].filter((part) => part !== '').join(', '),
      ]),
    },
    {
      title: 'Sources',
      rows: why.parts.map((part) => [who(part), partText(part)]),
    },
    {
      title: ignored,
      rows: why.dissent.map((one) => [
        who(one),
        `${stateOf(one)}, ${span(one.agoMs)} ago (${places[one.source]}): ${one.why}`,
      ]),
    },
    {
      title: claimedText,
      rows: claims.map(({ dialect, tool, ends, since: _since }) => [
        tool === '' ? 'a program' : agentName(tool),
        `${places[dialect]}, until ${ends}`,
      ]),
    },
    {
      title: unread,
      rows: Object.entries(why.dropped).map(([problem, count]) => [problem, String(count)]),
    },
    {
      title: 'Recent changes',
      rows: why.history.map((row) => [`${span(row.agoMs)} ago`, changeText(row)]),
    },
    // rows are pairs, which the compiler widens
  ].filter(({ rows }) => rows.length > 0) as WhySection[]
}

function who({
  tool,
  source,
}: {
  readonly tool: string
  readonly source: WhyState['source']
}): string {
  return tool !== '' ? agentName(tool) : source === 'shell' ? 'shell' : 'unnamed'
}
