/** Finds the remote host or container, which /proc does not show, in a command line. */
import { baseName } from '../../base/text/base-name.ts'
import { execGrammar, splitOptions, sshGrammar, type Grammar } from './remote-words.ts'

export interface Elsewhere {
  /** `on` a host, `in` a container. */
  readonly relation: 'on' | 'in'
  /** Name as typed, without the user. */
  readonly name: string
}

/** Arguments that are checked: the program may follow an interpreter and its script. */
const programWithin = 3
/** Longer than any host name (RFC 1035). */
const nameCharactersMax = 255

interface Leads {
  readonly relation: Elsewhere['relation']
  readonly grammar: Grammar
  /** Subcommands, one of which must come first; absent if the name comes first. */
  readonly verbs?: readonly string[]
}

const host: Leads = { relation: 'on', grammar: sshGrammar }
const container: Leads = { relation: 'in', grammar: execGrammar, verbs: ['exec'] }
const box: Leads = {
  relation: 'in',
  grammar: {
    valued: 'nacrd',
    long: ['--name', '--additional-flags', '--distro', '--release'],
    nameIn: ['-n', '--name', '-c', '--container'],
  },
  verbs: ['enter', 'run'],
}

const programs: ReadonlyMap<string, Leads> = new Map([
  ['ssh', host],
  ['mosh', { ...host, grammar: { valued: 'p' } }],
  ['mosh-client', { ...host, grammar: { valued: '' } }],
  ['docker', container],
  ['podman', container],
  ['nerdctl', container],
  [
    'kubectl',
    {
      ...container,
      grammar: {
        valued: 'cfns',
        long: ['--container', '--namespace', '--context', '--cluster', '--kubeconfig', '--user'],
      },
    },
  ],
  ['distrobox', box],
  ['distrobox-enter', { relation: 'in', grammar: box.grammar }],
  ['toolbox', box],
  [
    'devcontainer',
    {
      ...container,
      grammar: { valued: '', long: [], nameIn: ['--workspace-folder', '--container-id'] },
    },
  ],
])

/** Returns the destination of the process with this command line, or `null` if it is unknown. */
export function elsewhereOf(argv: readonly string[]): Elsewhere | null {
  for (let at = 0; at < Math.min(argv.length, programWithin); at += 1) {
    const program = baseName(argv[at] ?? '')
    const words = argv.slice(at + 1)
    if (program === 'vibeflow' || program === 'vibeflow.mjs' || program === 'cli.js')
      return ours(words)
    const leads = programs.get(program)
    if (leads !== undefined) return placeOf(leads, words)
  }
  return null
}

function ours([verb, ...words]: readonly string[]): Elsewhere | null {
  if (verb === 'ssh') return placeOf(host, words)
  const leads = verb === 'enter' ? programs.get(words[0] ?? '') : undefined
  return leads === undefined
    ? null
    : placeOf({ relation: leads.relation, grammar: leads.grammar }, words.slice(1))
}

function placeOf({ relation, grammar, verbs }: Leads, words: readonly string[]): Elsewhere | null {
  let rest = words
  if (verbs !== undefined) {
    const first = splitOptions(words, grammar)
    if (first.name === null || !verbs.includes(first.name)) return null
    rest = first.command
  }
  const { name } = splitOptions(rest, grammar)
  const typed = (grammar.nameIn === undefined ? null : valueOf(rest, grammar.nameIn)) ?? name
  const clean = (typed ?? '')
    .replace(/^ssh:\/\/([^/]*).*$/, '$1')
    .replace(/^.*@/, '')
    .replace(/^(?:\[([^\]]*)\]|([^:]*)):\d+$/, '$1$2')
  const last = relation === 'in' && clean.includes('/') ? baseName(clean) : clean
  return last === '' || last.length > nameCharactersMax ? null : { relation, name: last }
}

function valueOf(words: readonly string[], names: readonly string[]): string | null {
  const at = words.findIndex((word) => names.includes(word.replace(/=.*$/, '')))
  if (at === -1) return null
  const word = words[at] ?? ''
  return word.includes('=') ? word.slice(word.indexOf('=') + 1) : (words[at + 1] ?? null)
}
