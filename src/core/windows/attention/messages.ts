/** Texts of notifications, adapted to the desktop. Programs' texts are sanitized before. */
import { hasFailed } from '../../../agents/process/exit-codes.ts'
import { exactSpan } from '../../../base/text/span.ts'
import type { TabView } from '../tabs/tab-view.ts'
import { lineCharactersMax, named, quoted, safeText } from '../../../base/text/safe-text.ts'
import { agentName, inProject, isKnownAgent } from '../tabs/agent-names.ts'
import { stateWord } from '../tabs/state-words.ts'
import { notificationTextMax } from './limits.ts'
import type { Category, NotificationOptions } from './channels.ts'

/** Texts that contain nothing from programs. */
const generic: Readonly<Record<Category, string>> = {
  waiting: 'A tab needs you.',
  error: 'A tab has failed.',
  done: 'A tab is done.',
  bell: 'A tab rang the bell.',
  program: 'A program sent a notification.',
  command: 'A command finished.',
  exit: 'A program exited.',
}

export interface NotificationText {
  readonly title: string
  readonly body: string
}

/** Returns one line for lists and toasts in the window. */
export function sentenceOf(
  category: Category,
  view: TabView,
  command: { readonly ranMs: number; readonly code: number | null } | null,
  wallClock: (at: number) => string = () => '',
): string {
  const { agent, call, exit } = view
  switch (category) {
    case 'waiting':
    case 'error':
    case 'done': {
      if (exit !== undefined) return endOf(exit)
      const known = agent !== undefined && isKnownAgent(agent.tool)
      const who =
        agent === undefined || agent.tool === ''
          ? ''
          : // any program can use any name, including vibeflow's
            `${known ? agentName(agent.tool) : quoted(agent.tool)} `
      const words = stateWord(
        { ...view, agent: agent === undefined ? undefined : { ...agent, snoozedUntil: null } },
        wallClock,
      )
      const said = messageWords(agent)
      const rest = said === '' ? '' : `. ${said}`
      return category === 'done'
        ? `${who === '' ? 'Done' : `${who}is done`}${rest}`
        : `${who}${who === '' ? words.charAt(0).toUpperCase() + words.slice(1) : words}${rest}`
    }
    case 'bell':
      return 'Bell'
    case 'program':
      return notificationWords(call)
    case 'command':
      return command === null || !hasFailed(command.code ?? 0)
        ? `Command finished in ${exactSpan(command?.ranMs ?? 0)}`
        : `Command failed (exit ${command.code}) after ${exactSpan(command.ranMs)}`
    case 'exit':
      return exit === undefined ? 'Ended' : endOf(exit)
  }
}

type Call = Pick<NonNullable<TabView['call']>, 'title' | 'body'> | undefined

/** Returns a program's notification, marked as such. */
function notificationWords(call: Call): string {
  return ['Message', ownWords(call)].filter((text) => text !== '').join(': ')
}

/** Returns a notification of OSC 99, with the name that its program gives itself. */
export function programSentence({
  call,
  request,
}: {
  readonly call: NonNullable<Call>
  readonly request: { readonly options: { readonly app?: string } }
}): string {
  const { app = '' } = request.options
  // any program can use any name, including vibeflow's
  return app === '' ? notificationWords(call) : `Message from ${quoted(app)}: ${ownWords(call)}`
}

/** Returns a program's notification in its words. */
function ownWords(call: Call): string {
  return [call?.title ?? '', call?.body ?? ''].filter((text) => text !== '').join(': ')
}

/**
 * Returns an agent's message, empty if there is none. Only known agents' messages follow their
 * name; others are marked, since any program can send one.
 */
function messageWords(agent: TabView['agent']): string {
  return agent?.message === undefined || agent.message === ''
    ? ''
    : `${isKnownAgent(agent.tool) ? '' : 'Message: '}${agent.message}`
}

export interface AnsweredRow {
  readonly tool: string
  readonly project: string
  readonly title: string
}

/** Returns the words for an answer that was sent, such as `Codex in api: Yes, proceed`. */
export function answeredWords({ tool, project, title }: AnsweredRow, choice: string): string {
  const who = !isKnownAgent(tool)
    ? named(title)
    : project === ''
      ? agentName(tool)
      : `${agentName(tool)} ${inProject(project)}`
  return `${who}: ${safeText(choice, lineCharactersMax)}`
}

/** Returns a tab's message in the inbox: its program's notification, else its agent's. */
export function listMessage({ call, agent }: Pick<TabView, 'call' | 'agent'>): string {
  return call?.kind === 'program' ? notificationWords(call) : messageWords(agent)
}

/** Returns the same text without marks, for other programs. */
export function rawMessage({ call, agent }: Pick<TabView, 'call' | 'agent'>): string {
  return call?.kind === 'program' ? ownWords(call) : (agent?.message ?? '')
}

/** Returns the desktop text by `notifications.content`. */
export function notificationText(
  category: Category,
  title: string,
  sentence: string,
  content: NotificationOptions['content'],
): NotificationText {
  if (content === 'none') return { title: 'vibeflow', body: generic[category] }
  return content === 'title'
    ? { title: plain(title), body: category === 'program' ? generic.program : '' }
    : { title: plain(title), body: plain(sentence) }
}

export function summaryText(
  count: number,
  titles: readonly string[],
  content: NotificationOptions['content'],
): NotificationText {
  const named = titles.slice(0, 5).join(', ')
  const rest = titles.length > 5 ? ` and ${titles.length - 5} more` : ''
  return {
    title: `${count} more ${count === 1 ? 'notification' : 'notifications'}`,
    body: content === 'none' ? '' : plain(`${named}${rest}`),
  }
}

/** Replaces characters that could start a tag, since many desktops read text as markup. */
export function plain(text: string): string {
  return safeText(text, notificationTextMax).replaceAll('<', '‹').replaceAll('>', '›')
}

function endOf({ code, signal }: NonNullable<TabView['exit']>): string {
  if (code === null) return 'Process ended, exit code unknown'
  return signal === null ? `Process exited with code ${code}` : `Process was killed (${signal})`
}
