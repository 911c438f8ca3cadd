/** Answers commands about worktrees, as the socket sends it. */
import type { SessionId } from '../../ids.ts'
import { isProblem } from './removal.ts'
import type { WorktreeCalls } from './worktree-calls.ts'
import type { GitProblem } from './worktree-git.ts'
import type { WorktreeCommand } from './worktree-view.ts'

type Answer = Readonly<Record<string, unknown>> | (GitProblem & { readonly failed: true })

/** A command can't ask, so a tab is always an obstacle. */
const rules = { mayClose: false }

/**
 * Carries out a command.
 * @param goTo shows a session; returns false if that is not possible
 */
export async function worktreeAnswer(
  worktrees: WorktreeCalls,
  directory: string,
  act: WorktreeCommand,
  goTo: (session: SessionId) => boolean,
): Promise<Answer> {
  if (act.act === 'list') return answerOf(await worktrees.list(directory))
  if (act.act === 'check') return answerOf(await worktrees.check(directory, act.name, rules))
  if (act.act === 'remove')
    return answerOf(await worktrees.remove(directory, act.name, rules, null))
  const found = await worktrees.find(directory, act.name)
  if (isProblem(found)) return answerOf(found)
  const shown = found.tabs.find(({ session }) => goTo(session))
  return { path: found.path, shown: shown?.session ?? null }
}

function answerOf(answer: object | GitProblem): Answer {
  return 'problem' in answer ? { problem: answer.problem, failed: true } : { ...answer }
}
