/** All verbs, in the order of help. Modules are loaded on demand, so that each verb starts fast. */
import type { Verb } from '../command/verb.ts'

const modules: Readonly<Record<string, () => Promise<Verb>>> = {
  ls: async () => (await import('./ls.ts')).ls,
  attach: async () => (await import('./attach.ts')).attach,
  send: async () => (await import('./input.ts')).send,
  queue: async () => (await import('./queue.ts')).queueVerb,
  resize: async () => (await import('./input.ts')).resize,
  kill: async () => (await import('./input.ts')).kill,
  status: async () => (await import('./state.ts')).status,
  why: async () => (await import('./state.ts')).whyVerb,
  snapshot: async () => (await import('./snapshot.ts')).snapshot,
  wait: async () => (await import('./state.ts')).wait,
  record: async () => (await import('./record.ts')).record,
  replay: async () => (await import('./record.ts')).replay,
  log: async () => (await import('./recorder.ts')).logVerb,
  report: async () => (await import('./recorder.ts')).reportVerb,
  conversations: async () => (await import('./conversations.ts')).conversations,
  next: async () => (await import('./attention.ts')).next,
  inbox: async () => (await import('./attention.ts')).inbox,
  answer: async () => (await import('./attention.ts')).answerVerb,
  open: async () => (await import('./input.ts')).openVerb,
  focus: async () => (await import('./input.ts')).focusVerb,
  run: async () => (await import('./run.ts')).runProgramVerb,
  ssh: async () => (await import('./ssh.ts')).ssh,
  enter: async () => (await import('./enter.ts')).enter,
  rules: async () => (await import('./rules.ts')).rules,
  new: async () => (await import('./new.ts')).open,
  worktree: async () => (await import('./worktree.ts')).worktree,
  layout: async () => (await import('./layout.ts')).layout,
  pane: async () => (await import('./pane.ts')).pane,
  mcp: async () => (await import('./mcp.ts')).mcp,
  integrate: async () => (await import('./integrate.ts')).integrateVerb(),
  import: async () => (await import('./import.ts')).importVerb(),
  restart: async () => (await import('./restart.ts')).restartVerb,
  update: async () => (await import('./update.ts')).updateVerb(),
  completion: async () => (await import('./completion.ts')).completion(allVerbs),
}

export const verbNames: readonly string[] = Object.keys(modules)

export async function verbNamed(name: string): Promise<Verb | null> {
  return Object.hasOwn(modules, name) ? ((await modules[name]?.()) ?? null) : null
}

export function allVerbs(): Promise<readonly Verb[]> {
  return Promise.all(Object.values(modules).map((read) => read()))
}
