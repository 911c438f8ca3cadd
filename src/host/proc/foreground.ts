/**
 * Finds the program in the foreground of one terminal. A check reads two stat files: the tab's
 * first process, and the group leader for its name and start time. It reads more only when one of
 * them is new.
 */
import type { Foreground as Kind } from '../../agents/state/evidence.ts'
import type { TerminalReader } from '../../core/session/ports.ts'
import { baseName } from '../../base/text/base-name.ts'
import { elsewhereOf, type Elsewhere } from '../../agents/process/elsewhere.ts'
import { takesCommands } from '../../agents/process/interpreter.ts'
import { lendsTerminal, type AgentMatch, type Tools } from '../../agents/process/match.ts'
import { isPlainPath, ranFile } from '../../agents/process/ran-file.ts'
import { isInFront, type Stat } from '../../agents/process/stat.ts'
import { isShell, readsLines } from '../../agents/process/shells.ts'
import {
  toolAncestorsMax,
  linkLooksMax,
  membersAgainMs,
  membersMax,
  membersRestingMs,
  sampleIntervalMs,
  searchPathMax,
  ticksPerSecond,
  visitedMax,
} from './limits.ts'
import { descendants } from './descendants.ts'
import type { ProcReader } from './reader.ts'

/** A process ID is reused; with the start time it is unique. */
interface Identity {
  readonly pid: number
  readonly startTime: number
}

interface Tool extends Identity {
  readonly match: AgentMatch
  readonly exe: string | null
  /** Command line when it came to the foreground. A program may overwrite its arguments later. */
  readonly argv: readonly string[]
  /** It runs on another terminal that the foreground program holds, as sudo's children do. */
  readonly beyond: boolean
}

export interface Front {
  readonly kind: Kind
  /** Present if `kind` is `tool`. */
  readonly tool?: Tool
  readonly descends?: true
  /** The process name, shown by Why. */
  readonly name?: string
  /** Leader of its group, if alive. */
  readonly leader?: number
  /** The tab's shell: changes when `exec` replaces it. */
  readonly image?: number
  /** Destination of a program such as ssh. */
  readonly elsewhere?: Elsewhere
}

interface Leader extends Identity {
  readonly comm: string
  readonly stack: number
}

const unread: Front = { kind: 'unknown' }

export class ForegroundWatch {
  readonly #reader: ProcReader
  readonly #tools: () => Tools
  readonly #pid: number
  readonly #isUserShell: boolean
  readonly #home: string
  #leader: Leader | null = null
  #front: Front = unread
  /** Last tool that was in the foreground and has not left it. */
  #tool: Tool | null = null
  #group = 0
  /** Consecutive checks that found no leader. */
  #vanished = 0
  /** Number of members in the last search. */
  #seen = 0
  #membersAt = 0
  #membersDelay = membersAgainMs
  /** Command line of the leader when it was last matched and was not a tool. */
  #words = ''
  /** Path that runs the tool again, as first found: the file may be replaced later. */
  #file:
    | (Identity & { readonly file: string; readonly path: string | null; readonly looks: number })
    | null = null
  /** Members of the current group that were matched and are not tools. */
  readonly #strangers = new Set<string>()
  /** Whether the leader is a shell that takes commands. */
  #takes: { readonly leader: Leader; readonly commands: boolean } | null = null
  #sample: { readonly at: number; readonly ticks: ReadonlyMap<string, number> } | null = null

  constructor(
    options: { readonly pid: number; readonly isUserShell: boolean; readonly home: string },
    reader: ProcReader,
    tools: () => Tools,
  ) {
    this.#pid = options.pid
    this.#isUserShell = options.isUserShell
    this.#home = options.home
    this.#reader = reader
    this.#tools = tools
  }

  get front(): Front {
    return this.#front
  }

  /** The listed tool in the foreground, also while one of its descendants is. */
  get tool(): Tool | null {
    return this.#tool
  }

  /** Matches programs again that were not tools: more paths are resolved now. */
  reconsider(): void {
    if (this.#front.kind !== 'other') return
    this.#leader = null
    this.#strangers.clear()
  }

  /**
   * Returns the absolute path that runs the foreground agent again: the file of its process if it
   * has one of the agent's names, else a link in the process's `PATH` to that file. Returns `null`
   * if there is none, if links are not resolved yet, or if the process is more confined than
   * vibeflow.
   *
   * @param command name of the link
   * @param names names of the agent
   */
  agentFile(command: string, names: readonly string[]): string | null {
    const tool = this.#front.tool
    if (tool === undefined || tool.beyond || !this.#reader.isFree(tool.pid)) return null
    const { pid, startTime, exe, argv } = tool
    const file = ranFile(exe, argv)
    if (file === null || !isPlainPath(file)) return null
    // `env` is the process before its agent is, by exec
    const known = this.#file?.file === file && sameProcess(this.#file, tool) ? this.#file : null
    const looks = (known?.looks ?? 0) + 1
    if (known !== null && (known.path !== null || looks > linkLooksMax)) return known.path
    const path = names.includes(baseName(file)) ? file : this.#linkTo(file, command, pid)
    this.#file = { pid, startTime, file, path, looks }
    return path
  }

  #linkTo(file: string, command: string, pid: number): string | null {
    const real = this.#reader.realPath(file)
    if (real === null) return null
    const links = this.#reader
      .searchPath(pid)
      .slice(0, searchPathMax)
      .map((directory) => `${directory}/${command}`)
      .filter(isPlainPath)
    return links.find((link) => this.#reader.realPath(link) === real) ?? null
  }

  /** Matches everything again: the list has changed. */
  forget(): void {
    this.#leader = null
    this.#tool = null
    this.#strangers.clear()
  }

  /** Checks with a single stat as long as the same group is in the foreground. */
  glance(now: number): Front {
    const first = this.#reader.stat(this.#pid, true)
    if (
      first !== null &&
      first.foregroundGroup === this.#group &&
      this.#front.kind !== 'unknown' &&
      (this.#front.image === undefined || this.#front.image === first.stack)
    )
      return this.#front
    return this.#checked(first, now)
  }

  /**
   * Returns the shell whose line editor has this terminal, or that rests on another terminal that
   * the foreground program lends it.
   */
  waitingShell(terminal: TerminalReader | null): number | undefined {
    const leader = this.#leader
    if (leader === null || terminal === null || terminal.group !== this.#group) return undefined
    if (lendsTerminal(leader.comm))
      return descendants(this.#reader, leader.pid, visitedMax, membersMax).find(
        ({ pid, stat }) =>
          stat.group === stat.foregroundGroup &&
          stat.terminal !== 0 &&
          this.#takesCommands(pid, stat.comm) &&
          this.#rests(pid, stat),
      )?.pid
    const { comm, pid } = leader
    const stat = terminal.canonical && readsLines(comm) ? this.#reader.stat(pid) : null
    if (terminal.canonical && (stat === null || !this.#rests(pid, stat))) return undefined
    if (this.#takes?.leader !== leader)
      this.#takes = { leader, commands: this.#takesCommands(pid, comm) }
    return this.#takes.commands ? pid : undefined
  }

  /** Returns whether a shell runs nothing: commands of a script are in its own group. */
  #rests(pid: number, { group, isDead, isRunning }: Stat): boolean {
    return (
      !isDead &&
      !isRunning &&
      !descendants(this.#reader, pid, 1, membersMax).some(({ stat }) => stat.group === group)
    )
  }

  #takesCommands(pid: number, comm: string): boolean {
    if (!isShell(comm)) return false
    const argv = this.#reader.argv(pid)
    const input = this.#reader.file(pid, 0)
    return (
      (argv.length === 1 || takesCommands(argv)) &&
      (input === null || input.startsWith('/dev/pts/') || input === '/dev/tty')
    )
  }

  /** Makes the next check search the members of the group. */
  again(): void {
    this.#membersAt = Number.NEGATIVE_INFINITY
  }

  check(now: number): Front {
    return this.#checked(this.#reader.stat(this.#pid, true), now)
  }

  /** Returns the CPU use of the tool's descendants since the last sample (1 = one core). */
  sample(now: number): number | undefined {
    const tool = this.#tool
    if (tool === null) {
      this.#sample = null
      return undefined
    }
    const ticks = new Map<string, number>()
    for (const { pid, stat } of descendants(this.#reader, tool.pid, membersMax, membersMax))
      ticks.set(`${pid} ${stat.startTime}`, stat.cpuTicks)
    const base = this.#sample
    this.#sample = { at: now, ticks }
    if (base === null || now <= base.at || now - base.at > 2 * sampleIntervalMs) return undefined
    let used = 0
    for (const [process, count] of ticks)
      used += Math.max(0, count - (base.ticks.get(process) ?? 0))
    return used / ticksPerSecond / ((now - base.at) / 1_000)
  }

  #checked(first: Stat | null, now: number): Front {
    if (first === null || first.isDead) return unread // the pty reports its end
    const group = first.foregroundGroup
    this.#group = group
    if (group <= 0) return this.#settle({ kind: 'other' }, null)
    const isOwn = group === first.group
    const found = isOwn ? first : this.#reader.stat(group, true)
    const leader =
      found === null || found.isDead || found.group !== group
        ? null
        : {
            pid: isOwn ? this.#pid : group,
            startTime: found.startTime,
            comm: found.comm,
            stack: found.stack,
          }
    if (leader === null) return this.#withoutLeader(group, now)
    this.#vanished = 0
    const isSame =
      this.#leader !== null &&
      sameProcess(leader, this.#leader) &&
      leader.comm === this.#leader.comm &&
      leader.stack === this.#leader.stack
    if (isSame) return this.#stillThere(leader, group, isOwn, now)
    const isRenamed = this.#leader !== null && sameProcess(leader, this.#leader)
    this.#look(now)
    if (isOwn && this.#isUserShell && isShell(leader.comm))
      return this.#settle(
        {
          kind: 'shell',
          name: leader.comm,
          ...(leader.stack === 0 ? {} : { image: leader.stack }),
        },
        leader,
      )
    // A program that the tool runs in the foreground is its editor or pager, whatever its name.
    if (
      !isOwn &&
      this.#tool !== null &&
      leader.pid !== this.#tool.pid &&
      this.#descends(found as Stat)
    )
      return this.#descendant(leader)
    const match = this.#judge(leader)
    if (match !== null) return this.#armed(match, leader, leader)
    // A tool that only renames itself is the same program; exec changes the executable.
    if (
      isRenamed &&
      this.#tool !== null &&
      sameProcess(leader, this.#tool) &&
      this.#tool.exe !== null &&
      this.#reader.exe(leader.pid) === this.#tool.exe
    ) {
      return this.#armed(this.#tool.match, leader, leader)
    }
    return this.#stranger(leader, group, isOwn, now)
  }

  #stillThere(leader: Leader, group: number, isOwn: boolean, now: number): Front {
    const tool = this.#tool
    if (this.#front.kind === 'tool' && tool !== null) {
      if (tool.pid === leader.pid) return this.#front
      const stat = this.#reader.stat(tool.pid)
      if (
        stat !== null &&
        !stat.isDead &&
        stat.startTime === tool.startTime &&
        (tool.beyond ? isInFront(stat) || stat.terminal === 0 : stat.group === group)
      )
        return this.#front
      this.#tool = null
      this.#look(now)
      return this.#stranger(leader, group, isOwn, now)
    }
    if (this.#front.kind !== 'other' || this.#front.descends === true) return this.#front
    // A launcher may have executed the real program under the same name.
    if (this.#reader.argv(leader.pid).join('\0') !== this.#words) {
      const match = this.#judge(leader)
      if (match !== null) return this.#armed(match, leader, leader)
    }
    if (now < this.#membersAt) return this.#front
    return this.#stranger(leader, group, isOwn, now)
  }

  /** The leader is not a tool. Another member of its group may be one, now or later. */
  #stranger(leader: Leader, group: number, isOwn: boolean, now: number): Front {
    const member = this.#member(group, now)
    if (member !== null) return this.#armed(member.match, member, leader)
    const beyond = this.#beyond(leader)
    if (beyond !== null) return this.#armed(beyond.match, beyond, leader, true)
    // A program named on the command line may be a shell at its prompt, or a shell running a
    // script, which then has the terminal.
    const isPrompt =
      isOwn &&
      (this.#isUserShell || (isShell(leader.comm) && takesCommands(this.#reader.argv(leader.pid))))
    const elsewhere = isPrompt ? null : elsewhereOf(this.#words.split('\0'))
    return this.#settle(
      {
        kind: isPrompt ? 'shell' : 'other',
        name: leader.comm,
        ...(elsewhere === null ? {} : { elsewhere }),
      },
      leader,
    )
  }

  /** The leader has exited, as in `true | sleep 9`. No member twice in a row is not a race. */
  #withoutLeader(group: number, now: number): Front {
    if (this.#leader?.pid !== group) this.#look(now)
    const member = this.#member(group, now)
    if (member !== null) return this.#armed(member.match, member, null)
    this.#vanished += 1
    if (this.#vanished < 2 && this.#seen === 0) return unread
    return this.#settle({ kind: 'other' }, null)
  }

  #armed(
    match: AgentMatch,
    { pid, startTime }: Identity,
    leader: Leader | null,
    beyond = false,
  ): Front {
    const isSame = this.#tool !== null && sameProcess(this.#tool, { pid, startTime })
    if (!isSame) this.#sample = null
    this.#leader = leader
    const exe = this.#reader.exe(pid)
    this.#tool =
      isSame && this.#tool !== null && exe === this.#tool.exe
        ? { ...this.#tool, match } // its words may be a title by now
        : { match, pid, startTime, exe, argv: this.#reader.argv(pid), beyond }
    this.#front = {
      kind: 'tool',
      tool: this.#tool,
      name: leader?.comm ?? match.tool,
      ...(leader === null ? {} : { leader: leader.pid }),
    }
    return this.#front
  }

  #descendant(leader: Leader): Front {
    this.#leader = leader
    this.#front = { kind: 'other', descends: true, name: leader.comm }
    return this.#front
  }

  #settle(front: Front, leader: Leader | null): Front {
    this.#leader = leader
    this.#tool = null
    this.#sample = null
    this.#front = leader === null ? front : { ...front, leader: leader.pid }
    return this.#front
  }

  #judge({ pid, comm }: Leader): AgentMatch | null {
    const tools = this.#tools()
    if (tools.isEmpty) return null
    const match = this.#byNames(pid, comm) ?? this.#byHint(pid, tools)
    if (match === null) this.#words = this.#reader.argv(pid).join('\0')
    return match
  }

  #byNames(pid: number, comm: string): AgentMatch | null {
    const tools = this.#tools()
    // The process name takes precedence and needs no further read.
    return (
      tools.match({ comm, argv: [] }) ??
      tools.match({
        comm,
        argv: this.#reader.argv(pid),
        exe: this.#reader.exe(pid),
        realPath: (path) => this.#reader.realPath(path),
        home: this.#home,
      })
    )
  }

  #byHint(pid: number, tools: Tools): AgentMatch | null {
    const hint = this.#reader.agentHint(pid)
    return hint === null ? null : tools.named(hint)
  }

  /** Forgets the members: another group is in the foreground. */
  #look(now: number): void {
    this.#strangers.clear()
    this.#membersAt = now
    this.#membersDelay = membersAgainMs
  }

  /** Returns the newest member of the group that is a tool. */
  #member(group: number, now: number): (Identity & { readonly match: AgentMatch }) | null {
    this.#membersAt = now + this.#membersDelay
    this.#membersDelay = Math.min(this.#membersDelay * 2, membersRestingMs)
    this.#seen = 0
    if (this.#tools().isEmpty) return null
    const members = descendants(this.#reader, this.#pid, visitedMax, visitedMax)
      .filter(({ pid, stat }) => stat.group === group && pid !== group && !stat.isDead)
      .sort((a, b) => b.stat.startTime - a.stat.startTime || b.pid - a.pid)
      .slice(0, membersMax)
    this.#seen = members.length
    for (const { pid, stat } of members) {
      const key = `${pid} ${stat.startTime} ${stat.comm}`
      if (this.#strangers.has(key)) continue
      const match = this.#byNames(pid, stat.comm)
      if (match !== null) return { match, pid, startTime: stat.startTime }
      if (this.#strangers.size < visitedMax) this.#strangers.add(key)
    }
    return null
  }

  /**
   * Returns the tool in the foreground of a terminal that the leader or a program below it lends,
   * or one below it without a terminal that reads this one (`setsid -w`). If `screen` holds several
   * windows, it is unknown which of them it shows.
   */
  #beyond({ pid: top, comm }: Leader): (Identity & { readonly match: AgentMatch }) | null {
    const below = descendants(this.#reader, top, visitedMax, membersMax)
    const isScreen = comm === 'screen'
    const lends = isScreen || [comm, ...below.map(({ stat }) => stat.comm)].some(lendsTerminal)
    const fronts = below.filter(({ pid, stat }) =>
      stat.terminal === 0 ? this.#reads(pid) : lends && isInFront(stat),
    )
    if (isScreen && new Set(fronts.map(({ stat }) => stat.terminal)).size > 1) return null
    for (const { pid, stat } of fronts) {
      const match = this.#byNames(pid, stat.comm)
      if (match !== null) return { match, pid, startTime: stat.startTime }
    }
    return null
  }

  #reads(pid: number): boolean {
    return this.#reader.file(pid, 0)?.startsWith('/dev/pts/') === true
  }

  #descends(stat: Stat): boolean {
    const tool = this.#tool
    if (tool === null) return false
    let { parent } = stat
    for (let step = 0; step < toolAncestorsMax && parent > 1; step += 1) {
      const above = this.#reader.stat(parent)
      if (above === null) return false
      if (parent === tool.pid) return above.startTime === tool.startTime
      parent = above.parent
    }
    return false
  }
}

function sameProcess(one: Identity, other: Identity): boolean {
  return one.pid === other.pid && one.startTime === other.startTime
}
