/** `vibeflow conversations`: searches the agents' own transcripts, without a running vibeflow. */
import { homedir } from 'node:os'
import type { FoundConversation } from '../../agents/conversations/found.ts'
import { noneFound } from '../../agents/conversations/query.ts'
import { foundMax } from '../../agents/conversations/limits.ts'
import { transcriptPlaces } from '../../agents/conversations/transcripts.ts'
import { conversationHint } from '../../agents/resume/conversation.ts'
import { shippedAgents } from '../../agents/rules/shipped.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { shellQuoted } from '../../base/text/shell-words.ts'
import { span } from '../../base/text/span.ts'
import { agentDirectories, type AgentDirectory } from '../../core/config/accounts.ts'
import { readOptions } from '../../core/config/read.ts'
import { agentName } from '../../core/windows/tabs/agent-names.ts'
import { loadConfiguration } from '../../host/config/load.ts'
import { TranscriptSearch } from '../../host/files/conversations/search.ts'
import { configFile } from '../../host/files/folders.ts'
import { commonExits, failure } from '../command/exit-codes.ts'
import type { Verb } from '../command/verb.ts'

export const conversations: Verb = {
  name: 'conversations',
  words: '[TEXT...]',
  summary: 'Search old conversations of agents.',
  description: [
    `Prints up to ${foundMax} conversations whose prompts or answers contain all words of TEXT, ` +
      'newest first, each with the command that resumes it. Without TEXT, it prints the newest.',
    "It reads the agents' own transcripts, only on this computer. With --json, `at` is the time " +
      'of the last change in milliseconds since 1970, and `line` the matching line.',
  ],
  options: {},
  examples: [
    ['vibeflow conversations database migration', 'Find conversations about a migration.'],
    [
      `vibeflow conversations --json parser | jq -r '.conversations[0].command'`,
      'Print the command that resumes the newest one.',
    ],
  ],
  exits: commonExits({ done: 'Success. There may be no result.' }),
  async run({ positionals, environment, directory, json, say, document, complain }) {
    const home = environment['HOME'] ?? homedir()
    const file = configFile(environment, { home, directory, asked: null })
    const { options } = readOptions({ documents: loadConfiguration(file).documents, before: null })
    if (!options.ai.conversations)
      throw failure(`ai.conversations is off in ${file}. Turn it on to search conversations.`)
    const directories = agentDirectories(options, environment, home)
    const found: FoundConversation[] = []
    const text = positionals.join(' ')
    const end = new TranscriptSearch().run(directories, text, (one) => {
      found.push(one)
      if (!json) for (const line of linesOf(one, commandOf(one, directories))) say(line)
    })
    document({
      conversations: found.map((one) => ({ ...one, command: commandOf(one, directories) })),
      stopped: end.stopped,
    })
    if (end.stopped !== null) complain(end.stopped)
    else if (found.length === 0) say(noneFound(end, text.trim() !== ''))
    return 0
  },
}

function linesOf(
  { account, agent, at, directory, line, prompt }: FoundConversation,
  command: string | null,
): readonly string[] {
  const place = safeText(directory, lineCharactersMax)
  const age = `${span(Math.max(0, Date.now() - at))} ago`
  const facts = [agentName(agent), account, place, age].filter((part) => part !== '').join(' · ')
  const texts = [prompt, line, command ?? ''].filter((part) => part !== '')
  return [facts, ...texts.map((part) => `  ${part}`), '']
}

/** Returns the line for a shell, with the variable of its account; `null` without a command. */
function commandOf(
  { account, agent, id, directory }: FoundConversation,
  directories: readonly AgentDirectory[],
): string | null {
  const wanted = { id, directory: directory || '/', fork: false }
  const resume = conversationHint(shippedAgents().get(agent), wanted)
  if (resume === null || account === '') return resume?.line ?? null
  const variable = transcriptPlaces.find((place) => place.agent === agent)?.variable
  const path = directories.find((one) => one.agent === agent && one.account === account)?.path
  return `${variable}=${shellQuoted(path ?? '')} ${resume.line}`
}
