/**
 * `vibeflow update`: checks for a newer release and replaces an AppImage. Never runs automatically.
 * The address of releases is part of a package (src/build/package/feed.mjs); an unpublished copy
 * has none.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  releaseFeedBytesMax,
  isNewer,
  parseFeed,
  type Release,
  type ReleaseFile,
} from './update/release-feed.ts'
import { exits } from '../../core/clients/exit-codes.ts'
import { commonExits, exitOfSignal, usageError, failure } from '../command/exit-codes.ts'
import { read, readText, usualLimits, type Limits } from './update/download.ts'
import { replaceProgram, replaceable } from './update/replace.ts'
import { confirm } from '../terminal/confirm.ts'
import { restartApps, runningApps } from '../sessions/restart.ts'
import { isOn, type VerbContext, type Verb } from '../command/verb.ts'

/** How this copy was installed. */
type Copy = 'appimage' | 'deb' | 'rpm' | 'archive' | 'clone'

interface UpdatePorts {
  /** Asks the user at the terminal. Returns `null` without a terminal. */
  readonly confirm: (question: string) => Promise<boolean | null>
  readonly limits: Limits
}

export function updateVerb(ports: UpdatePorts = { confirm, limits: usualLimits }): Verb {
  return {
    name: 'update',
    words: '',
    summary: 'Update this AppImage to the latest release.',
    description: [
      'vibeflow itself connects to the network only when you run this command. For a package or ' +
        'an archive, it prints the commands that install the release. A running vibeflow keeps ' +
        'the old version until `vibeflow restart`.',
    ],
    options: {
      check: { type: 'boolean', text: 'Check for a new release without installing it.' },
      restart: {
        type: 'boolean',
        text: 'After the update, restart vibeflow. Its programs keep running.',
      },
      yes: { type: 'boolean', short: 'y', text: 'Do not ask before downloading.' },
    },
    examples: [
      ['vibeflow update --check', 'Check for a new release.'],
      ['vibeflow update --yes', 'Update without a question.'],
    ],
    exits: commonExits({
      done: 'Updated, already up to date, or checked.',
      failed: 'The update failed, or you answered no.',
      signal: 'Stopped by signal n. Nothing was changed.',
    }),
    run: (context) => update(context, ports),
  }
}

async function update(context: VerbContext, { confirm, limits }: UpdatePorts): Promise<number> {
  const { environment, version, json, say, document } = context
  const copy = copyOf(environment)
  if (copy === 'clone')
    throw failure('running from a source checkout. Update with `git pull`, then run `npm start`.')
  const feed = feedOf(environment['VIBEFLOW_SHARE'] ?? '')
  const release = await newest(feed, limits)
  const file = fileFor(copy, release)
  const newer = isNewer(release.version, version)
  const facts = { version, latest: release.version, newer, ...(file ?? {}) }
  if (!newer) {
    say(`vibeflow ${version} is the latest release.`)
    document({ ...facts, updated: false })
    return exits.done
  }
  say(`vibeflow ${release.version} is available. You have ${version}.`)
  if (file === null)
    throw failure(`vibeflow ${release.version} has no file for this kind of package (${copy}).`)
  const address = new URL(file.name, feed)
  say(`${file.name}, ${(file.bytes / 1e6).toFixed(1)} MB`)
  say(`SHA-512 ${Buffer.from(file.sha512, 'base64').toString('hex')}`)
  if (copy !== 'appimage') {
    for (const line of byHand(copy, address, file)) say(line)
    document({ ...facts, updated: false })
    return exits.done
  }
  if (isOn(context, 'check')) {
    document({ ...facts, updated: false })
    return exits.done
  }
  const place = await replaceable(environment['APPIMAGE'] ?? '')
  if (!isOn(context, 'yes')) {
    const answer = json ? null : await confirm(`Replace ${place}? [y/N] `)
    if (answer === null) throw usageError("can't ask for confirmation here. Use --yes.")
    if (!answer) {
      say('Nothing was changed.')
      return exits.failed
    }
  }
  const stopped = await untilSignal((signal) =>
    replaceProgram(place, file, (write) =>
      read(address, { feed, bytesMax: file.bytes, limits, signal }, write),
    ),
  )
  if (stopped !== null) return exitOfSignal(stopped)
  say(`Updated ${place} to vibeflow ${release.version}.`)
  const restarted = await restartedAfter(context, confirm)
  document({ ...facts, updated: true, restarted })
  return exits.done
}

/** Restarts a running vibeflow if the user wants that. Returns whether it was restarted. */
async function restartedAfter(
  context: VerbContext,
  confirm: UpdatePorts['confirm'],
): Promise<boolean> {
  const { environment, json, say } = context
  if ((await runningApps(environment)).length === 0) return false
  const asks = !isOn(context, 'restart') && !isOn(context, 'yes') && !json
  const question = 'Restart vibeflow now? Its programs keep running. [y/N] '
  const wanted = isOn(context, 'restart') || (asks && (await confirm(question)) === true)
  if (wanted) await restartApps(environment)
  say(wanted ? 'Restarted vibeflow.' : 'To use it, run `vibeflow restart`. Programs keep running.')
  return wanted
}

/** The package's launcher sets these variables (src/packaging/launcher.sh). */
function copyOf(environment: VerbContext['environment']): Copy {
  const { VIBEFLOW_LAUNCHER: launcher, APPIMAGE: image, VIBEFLOW_SHARE: share } = environment
  if (launcher === undefined || share === undefined) return 'clone'
  if (image !== undefined && image === launcher) return 'appimage'
  if (!/^\/(?:usr\/bin|opt\/vibeflow)\//.test(launcher)) return 'archive'
  const isDeb = ['vibeflow', 'vibeflow-shim'].some((name) =>
    existsSync(`/var/lib/dpkg/info/${name}.list`),
  )
  if (isDeb) return 'deb'
  return existsSync('/usr/bin/rpm') ? 'rpm' : 'archive'
}

/** Returns the address in the package. */
function feedOf(share: string): URL {
  let named: unknown
  try {
    named = JSON.parse(readFileSync(join(share, 'vibeflow/releases.json'), 'utf8'))
  } catch {
    named = null // missing: an unpublished package
  }
  const address = (named as { feed?: unknown } | null)?.feed
  if (typeof address !== 'string' || !URL.canParse(address))
    throw failure(
      'no update source is configured. This package was built without the address of its ' +
        'releases (`publish` in electron-builder.yml).',
    )
  return new URL(address)
}

async function newest(feed: URL, limits: Limits): Promise<Release> {
  const result = parseFeed(await readText(feed, { feed, bytesMax: releaseFeedBytesMax, limits }))
  if (!result.ok) throw failure(`${feed.href} does not describe a release: ${result.problem}.`)
  return result.release
}

const endings = { appimage: '.AppImage', deb: '.deb', rpm: '.rpm', archive: '.tar.gz', clone: '' }

function fileFor(copy: Copy, { files }: Release): ReleaseFile | null {
  return files.find(({ name }) => name.endsWith(endings[copy])) ?? null
}

/** Returns instructions for copies that this verb cannot replace. */
function byHand(copy: Copy, { href }: URL, { name }: ReleaseFile): readonly string[] {
  const install =
    copy === 'deb'
      ? `sudo apt-get install ./${name}`
      : copy === 'rpm'
        ? `sudo dnf install ./${name}`
        : `tar -xf ${name}`
  return [
    copy === 'archive'
      ? 'This copy was unpacked from an archive. To replace it, run:'
      : 'This copy was installed by the package manager. To update it, run:',
    `  curl -fLO ${href}`,
    `  ${install}`,
  ]
}

/** @returns the number of the signal that ended the work early, after its cleanup, or `null` */
async function untilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<number | null> {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
  const stop = new AbortController()
  let stopped: number | null = null
  const listeners = Object.entries(numbers).map(([name, number]) => {
    const listener = () => {
      stopped = number
      stop.abort()
    }
    process.once(name, listener)
    return () => process.off(name, listener)
  })
  try {
    await work(stop.signal)
    return null
  } catch (error) {
    if (stopped !== null) return stopped
    throw error
  } finally {
    for (const forget of listeners) forget()
  }
}
