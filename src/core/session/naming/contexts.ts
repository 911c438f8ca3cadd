/**
 * Nested containers, machines, users and shells that output reports as its source (OSC 3008). Any
 * output can contain such sequences, so they are shown and change nothing else.
 */
import type { Clock } from '../../../base/clock.ts'
import { safeText } from '../../../base/text/safe-text.ts'
import { Throttle } from '../../../base/time/throttle.ts'
import type { Context3008, ContextStart } from '../../../protocol/index.ts'
import { contextLabelCharactersMax, contextsMax, titleIntervalMs } from '../limits.ts'

export interface ShownContexts {
  /** Labels from the outermost to the innermost context: `container web › root`. */
  readonly trail: string
  readonly root: boolean
  readonly place: 'container' | 'remote' | null
}

export class ReportedContexts {
  readonly #hostname: string
  /** Outermost first. */
  #open: readonly ContextStart[] = []
  /** Labels are made only when they are read, because a flood of contexts is cheap then. */
  #shown: { readonly of: readonly ContextStart[]; readonly value: ShownContexts | null }
  #reported: ShownContexts | null = null
  readonly #update: Throttle

  /** @param hostname this machine's name */
  constructor(hostname: string, clock: Clock, changed: () => void) {
    this.#hostname = hostname
    this.#shown = { of: this.#open, value: null }
    this.#update = new Throttle(clock, titleIntervalMs, () => {
      const [before, now] = [this.#reported, this.shown]
      if (
        now?.trail === before?.trail &&
        now?.root === before?.root &&
        now?.place === before?.place
      )
        return
      this.#reported = now
      changed()
    })
  }

  /** `null` if there is nothing to show. */
  get shown(): ShownContexts | null {
    if (this.#shown.of !== this.#open)
      this.#shown = { of: this.#open, value: shownOf(this.#open, this.#hostname) }
    return this.#shown.value
  }

  /**
   * Starts, updates or ends a context, which ends the contexts in it. Beyond the limit, a further
   * context is ignored, as the specification requires.
   */
  take(context: Context3008): void {
    const id = 'start' in context ? context.start : context.end
    const at = this.#open.findIndex(({ start }) => start === id)
    const outer = at === -1 ? this.#open : this.#open.slice(0, at)
    if ('start' in context) {
      if (outer.length < contextsMax) this.#become([...outer, context])
    } else if (at !== -1) this.#become(outer)
  }

  /**
   * Ends all contexts. When the tab's own shell is in the foreground, programs left them open, or
   * they are of that shell, which is on this machine.
   */
  forget(): void {
    if (this.#open.length > 0) this.#become([])
  }

  #become(open: readonly ContextStart[]): void {
    this.#open = open
    this.#update.push()
  }
}

interface Step {
  readonly label: string
  /** Name of the machine or container, to which a shell's host name may be equal. */
  readonly host?: string
  /** The user from here on; `undefined` if unchanged. */
  readonly user?: string
  readonly place?: 'container' | 'remote'
}

function shownOf(open: readonly ContextStart[], hostname: string): ShownContexts | null {
  const labels: string[] = []
  let host = hostname.toLowerCase()
  let user: string | undefined
  let place: ShownContexts['place'] = null
  for (const context of open) {
    const step = stepOf(context, host, user === 'root')
    if (step === null) continue
    const { label } = step
    if (label !== '') labels.push(safeText(label.replaceAll('›', '>'), contextLabelCharactersMax))
    host = step.host?.toLowerCase() ?? host
    user = step.user ?? user
    place = step.place ?? place
  }
  const trail = labels.filter((label) => label !== '').join(' › ')
  const root = user === 'root'
  return trail === '' ? null : { trail, root, place }
}

function stepOf(context: ContextStart, host: string, isRoot: boolean): Step | null {
  const { type, user, hostname, comm, targetuser } = context
  switch (type) {
    case 'container':
      return entered('container', context.container, targetuser)
    case 'vm':
      return entered('VM', context.vm, targetuser)
    case 'remote': {
      const { label, ...step } = entered('remote', context.targethost, targetuser)
      const named = context.targethost ?? label
      return { ...step, label: withUser(targetuser, named), place: 'remote' }
    }
    case 'elevate':
      return { label: targetuser ?? 'root', user: targetuser ?? 'root' }
    case 'chpriv':
    case 'session':
      return asUser(targetuser ?? user)
    case 'service':
      return { label: withName('service', comm), user: user ?? '' }
    case 'boot':
      return { label: withName('boot', hostname), host: hostname ?? host }
    case 'app':
      return { label: comm ?? '', ...(user === undefined ? {} : { user }) }
    default:
      if (hostname !== undefined && !sameHost(hostname, host))
        return {
          label: withUser(user, hostname),
          host: hostname,
          user: user ?? '',
          place: 'remote',
        }
      return user === undefined ? null : { label: user === 'root' && !isRoot ? 'root' : '', user }
  }
}

function entered(word: string, name: string | undefined, user = ''): Step {
  const label = withName(word, name)
  return { label, ...(name === undefined ? {} : { host: name }), user, place: 'container' }
}

function asUser(user: string | undefined): Step | null {
  return user === undefined ? null : { label: user, user }
}

function withUser(user: string | undefined, host: string): string {
  return user === undefined ? host : `${user}@${host}`
}

/** A name with a domain is that of the same machine without one. */
function sameHost(one: string, other: string): boolean {
  return one.toLowerCase().split('.')[0] === other.split('.')[0]
}

function withName(word: string, name: string | undefined): string {
  return name === undefined ? word : `${word} ${name}`
}
