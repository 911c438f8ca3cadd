/**
 * Tests what reaches a tab from programs in tmux, over ssh, in containers and as other users: the
 * table of docs/guides/ssh-and-containers.md, which `VIBEFLOW_WRITE_MATRIX=1` and this test write.
 * @module-tag slow
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeContainers } from '../../support/fake-containers.ts'
import { RemoteTab } from '../../support/remote-tab.ts'
import { noServer, startSshServer, type SshServer } from '../../support/ssh-server.ts'
import { root } from '../../tidy/tree.ts'

const document = join(root, 'docs/guides/ssh-and-containers.md')
const columns = [
  ...['reports', 'shell integration', 'prompt marks', 'titles', 'links', 'notifications'],
  'clipboard',
] as const
type Seen = Record<(typeof columns)[number], boolean>

const folder = mkdtempSync(join(tmpdir(), 'vf-matrix-'))
const containers = fakeContainers(join(folder, 'containers'))
const at = (name: string) => join(folder, name)
const command = `${process.execPath} ${join(root, 'src/cli/bin/vibeflow.mjs')}`
const rows = new Map<string, Seen>()
let server: SshServer | null = null

beforeAll(async () => {
  server = noServer === null ? await startSshServer() : null
  writeFileSync(
    at('signals.sh'),
    [
      String.raw`printf '\033]133;C\007\033]133;D;7\007'`,
      String.raw`printf '\033]2;probe title\007'`,
      String.raw`printf '\033]8;;https://example.org/probe\033\134link\033]8;;\033\134\n'`,
      String.raw`printf '\033]9;probe notice\007'`,
      String.raw`printf '\033]52;c;%s\007' cHJvYmU=`,
      `sh '${join(root, 'src/protocol/bin/vibeflow-emit.sh')}' waiting --tool=probe`,
      'sleep 2',
      String.raw`printf 'signals-%s\n' done`,
    ].join('\n'),
  )
  writeFileSync(
    at('tmux.conf'),
    'set -g allow-passthrough on\nset -g set-titles on\n' +
      'set -g set-titles-string "#{pane_title}"\n' +
      'set -g set-clipboard on\n',
  )
})
afterAll(() => {
  for (const name of ['one', 'two', 'three']) spawnSync('tmux', ['-S', at(name), 'kill-server'])
  server?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

const tmux = (name: string, conf = '/dev/null', inner = 'bash --norc') =>
  `env -u TMUX tmux -u -S ${at(name)} -f ${conf} new-session "${inner}"`
const box = () => `${server?.words().join(' ') ?? ''} box`
const isRoot = process.getuid?.() === 0
const has = (program: string, ...words: string[]) => spawnSync(program, words).status === 0

interface Way {
  readonly name: string
  /** The line that leads there. */
  readonly line: () => string
  /** Why it cannot be tried here; null: it can. */
  readonly lacks?: string | null
  /** The location that the tab shows; absent if it is this machine. */
  readonly place?: string
}

const ways: readonly Way[] = [
  { name: '`bash` in the shell', line: () => 'bash --norc' },
  { name: 'tmux', line: () => tmux('one') },
  { name: 'tmux, configured', line: () => tmux('two', at('tmux.conf')) },
  {
    name: 'tmux in tmux, both configured',
    line: () => tmux('two', at('tmux.conf'), tmux('three', at('tmux.conf')).replaceAll('"', "'")),
  },
  { place: 'on box', name: '`ssh`', line: () => `ssh ${box()}`, lacks: noServer },
  {
    place: 'on box',
    name: '`vibeflow ssh`',
    line: () => `${command} ssh ${box()}`,
    lacks: noServer,
  },
  {
    place: 'on box',
    name: '`vibeflow ssh`, then tmux, configured',
    line: () => `${command} ssh -t ${box()} '${tmux('two', at('tmux.conf'))}'`,
    lacks: noServer,
  },
  {
    name: '`chroot`',
    line: () => 'chroot / bash --norc',
    lacks: isRoot ? null : 'only root may do it',
  },
  { place: 'in web', name: '`podman exec`', line: () => 'podman exec -it web bash --norc' },
  { place: 'in web', name: '`vibeflow enter podman`', line: () => `${command} enter podman web` },
  {
    name: '`su`',
    line: () => `su -s /bin/bash ${userInfo().username}`,
    lacks: isRoot ? null : 'only root is asked no password',
  },
  {
    name: '`sudo`',
    line: () => 'sudo -n bash --norc',
    lacks: has('sudo', '-n', 'true') ? null : 'sudo is missing, or asks for a password',
  },
]

async function look({ line, name, place }: Way): Promise<Seen> {
  const tab = new RemoteTab({ PATH: `${containers.bin}:${process.env['PATH'] ?? ''}` })
  try {
    tab.type(`outer=1\r${line()}\r`)
    await tab.inner()
    const seen: Seen = {
      reports: false,
      'shell integration': tab.printed.includes('\x1b]133;A'),
      'prompt marks': false,
      titles: false,
      links: false,
      notifications: false,
      clipboard: false,
    }
    await tab.until(() => tab.session.identity.elsewhere === (place ?? null))
    expect(tab.session.identity.directory).toBe(tab.folder)
    // a report that comes before the panes are looked into is not seen
    if (name.startsWith('tmux'))
      await tab.until(() => (tab.session.why().tmux?.panes.length ?? 0) > 0)
    tab.type(`sh ${at('signals.sh')}\r`)
    // until the next prompt ends what was reported
    let named = place === undefined
    const end = performance.now() + 15_000
    while (!tab.printed.includes('signals-done') && performance.now() < end) {
      const view = tab.session.view()
      seen.reports ||= view.state === 'waiting' && view.agent?.tool === 'probe'
      named ||=
        new RegExp(`^probe ${place}(: |$)`).test(view.project) &&
        tab.session.why().short.includes(`probe ${place}`)
      seen.titles ||= view.title.includes('probe title')
      seen.notifications ||= `${view.call?.title} ${view.call?.body}`.includes('probe notice')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    seen['prompt marks'] = tab.printed.includes('\x1b]133;D;7')
    seen.links = /\x1b\]8;[^;]*;https:\/\/example\.org\/probe/.test(tab.printed)
    seen.clipboard = tab.copied.includes('probe')
    expect(named).toBe(true)
    return seen
  } finally {
    tab.dispose()
    for (const name of ['one', 'two', 'three']) spawnSync('tmux', ['-S', at(name), 'kill-server'])
  }
}

const lineOf = (name: string, seen: Seen) =>
  `| ${name} | ${columns.map((column) => (seen[column] ? 'yes' : '-')).join(' | ')} |`

const versions = `${execFileSync('tmux', ['-V'], { encoding: 'utf8' }).trim()}`

for (const way of ways) {
  const { name, lacks = null } = way
  const run = lacks === null ? test : test.skip
  run(
    `${name}${lacks === null ? '' : `: ${lacks}`}`,
    async () => {
      const seen = await look(way)
      rows.set(name, seen)
      const text = readFileSync(document, 'utf8')
      if (process.env['VIBEFLOW_WRITE_MATRIX'] === '1') return
      // other versions of tmux let other things through
      if (name.includes('tmux') && !text.includes(`(${versions})`)) return
      expect(text).toContain(lineOf(name, seen))
    },
    60_000,
  )
}

test('the table of the document names every way that is tried', () => {
  const text = readFileSync(document, 'utf8')
  if (process.env['VIBEFLOW_WRITE_MATRIX'] === '1') {
    const table = [
      `| connection (${versions}) | ${columns.join(' | ')} |`,
      `|${'---|'.repeat(columns.length + 1)}`,
      ...[...rows].map(([name, seen]) => lineOf(name, seen)),
    ].join('\n')
    writeFileSync(
      document,
      text.replace(
        /(<!-- matrix -->\n)[^]*?(\n<!-- end of matrix -->)/,
        (_all, before: string, after: string) => `${before}${table}${after}`,
      ),
    )
    return
  }
  for (const { name } of ways) expect(text).toContain(`| ${name} |`)
})
