/** The form of commit messages: `area: imperative summary`. */
import { spawnSync } from 'node:child_process'
import { root } from '../tree.ts'

const subjectMax = 72

/** Verbs that leave open what was changed. */
const vague = new Set([
  ...['bring', 'give', 'have', 'hear', 'hold', 'keep', 'lay', 'leave', 'let', 'mend', 'say'],
  ...['take', 'tell'],
])

/** Empty for merges and reverts, whose subjects git writes. */
export function subjectProblems(subject: string): string[] {
  if (/^(Merge|Revert "|fixup! |squash! )/.test(subject)) return []
  const [, first = ''] =
    /^(?:[a-z][\w.,/ -]*|README|SECURITY|CHANGELOG): ([a-z]+)/.exec(subject) ?? []
  return [
    ...(subject.length > subjectMax ? [`${subject.length} characters: at most ${subjectMax}`] : []),
    ...(first === '' ? ['not of the form "area: imperative summary"'] : []),
    ...(vague.has(first) ? [`"${first}": add, fix, remove, rename, move, document, test ...`] : []),
    ...(/(?:[^s]s|[^e]ed|[a-z]{3}ing)$/.test(first) && !/^(alias|embed|focus|shed)$/.test(first)
      ? [`"${first}" is not an imperative`]
      : []),
    ...(subject.endsWith('.') ? ['a period at the end'] : []),
  ]
}

/**
 * Returns the subjects of the commits that the main branch's upstream does not have; without an
 * upstream, the commits that `main` does not have. Empty without git, in a shallow clone, and on
 * `main` itself.
 */
export function newSubjects(): string[] {
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return []
  const base = ['main@{upstream}', 'origin/HEAD', 'origin/main', 'main'].find(
    (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== '',
  )
  if (base === undefined) return []
  return git('log', '--no-merges', '--format=%s', `${base}..HEAD`)
    .split('\n')
    .filter((subject) => subject !== '')
}

/** Output without the line's end; empty if git fails. */
function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
