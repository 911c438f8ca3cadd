/** Sources of facts about agents in tabs: rules, processes, and live sessions. */
import { Tools } from '../../agents/process/match.ts'
import type { ConfigProblem } from '../../core/config/problem.ts'
import type { SharedSessionPorts } from '../../core/windows/workspace/workspace-ports.ts'
import { userRulesFile } from '../../host/config/agent-rules/read-user-rules.ts'
import { UserRules } from '../../host/config/agent-rules/user-rules.ts'
import { systemClock } from '../../host/clock.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import type { PathProbe } from '../../host/files/path-probe.ts'
import { RealPaths } from '../../host/files/real-paths.ts'
import { conversationOf } from '../../host/proc/conversations.ts'
import { LiveSessions } from '../../host/proc/live-sessions.ts'
import { Poller } from '../../host/proc/poller.ts'
import { SystemProcReader } from '../../host/proc/reader.ts'

interface AgentEvents {
  /** Called when the rules for agents have changed. */
  readonly changed: () => void
  /** Called with the problems of the user's rules. */
  readonly problems: (problems: readonly ConfigProblem[]) => void
}

export class AgentSources {
  readonly proc: SystemProcReader
  readonly rules: UserRules
  readonly #configuration: Configuration
  readonly #poller: Poller
  readonly #live: LiveSessions

  /**
   * @param program the thread that reads the user's rules
   * @param names resolves the real paths of programs
   */
  constructor(
    configuration: Configuration,
    program: string,
    names: PathProbe,
    { changed, problems }: AgentEvents,
  ) {
    this.#configuration = configuration
    const { ai } = configuration.options
    this.rules = new UserRules(
      { file: userRulesFile(configuration.file), program, clock: systemClock, tools: ai.tools },
      {
        changed: () => {
          this.#configure()
          changed()
        },
        problems,
      },
    )
    const realPaths = new RealPaths(names, () => this.#poller.reconsider())
    this.proc = new SystemProcReader((path) => realPaths.at(path))
    this.#live = new LiveSessions(systemClock, this.proc)
    this.#poller = new Poller(
      systemClock,
      this.proc,
      new Tools(ai.tools, this.rules.agents),
      ai.foreground_check_interval_ms,
    )
    configuration.settings.subscribe(
      ({ ai: { tools, foreground_check_interval_ms: every } }) => [tools, every],
      () => this.#configure(),
    )
  }

  /** Ports of sessions that these sources serve. */
  get ports(): Pick<SharedSessionPorts, 'watch' | 'agents' | 'ruleOff' | 'lives' | 'conversation'> {
    return {
      watch: (watched) => this.#poller.watch(watched),
      agents: () => this.rules.agents,
      ruleOff: (off) => this.rules.switchOff(off),
      conversation: conversationOf,
      lives: (hint, names) => this.#live.has(hint, names),
    }
  }

  #configure(): void {
    const { ai } = this.#configuration.options
    this.rules.configure(ai.tools)
    this.#poller.configure(new Tools(ai.tools, this.rules.agents), ai.foreground_check_interval_ms)
  }
}
