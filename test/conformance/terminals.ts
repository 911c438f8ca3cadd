/**
 * The terminals of the scoreboard: how each runs a program, where it is shown, and how its tab is
 * read. Terminals that are not installed are skipped.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outside } from '../../src/protocol/conformance/outside.ts'
import { outsideByCommand } from '../../src/protocol/conformance/outside.ts'
import { askAll, nameable } from '../../src/cli/sessions/target.ts'

/** The answer of `npm run which`. */
export interface Engine {
  readonly electron: string
  readonly app: string
}

export interface Contender {
  readonly name: string
  /** Its program and what it needs, by Debian's packages. */
  readonly needs: Readonly<Record<string, string>>
  /** Arguments that print its version, if it has any. */
  readonly version?: readonly string[]
  readonly where: 'x11' | 'wayland' | 'pty' | 'headless'
  /** Shell text; `{}` stands for the probe. `folder` is its home. */
  readonly command: (folder: string) => string
  readonly outside?: (folder: string) => Outside
}

const x11 = { Xvfb: 'xvfb', xdotool: 'xdotool' }
const pty = { script: 'bsdutils' }

/** The same name for every run in this process. */
const tmux = `tmux -L vibeflow-conformance-${process.pid}`
const tmuxView = `{"title":"#{pane_title}","directory":"#{pane_path}"}`

export function contenders(engine: Engine): readonly Contender[] {
  const plain = (name: string, words: string, version?: readonly string[]): Contender => ({
    name,
    needs: { [name]: name, ...x11 },
    where: 'x11',
    command: () => words,
    ...(version === undefined ? {} : { version }),
  })
  return [
    ours(engine),
    plain('alacritty', 'alacritty -e {}', ['--version']),
    plain('cool-retro-term', 'cool-retro-term -e {}', ['--version']),
    {
      name: 'foot',
      needs: { foot: 'foot', sway: 'sway' },
      version: ['--version'],
      where: 'wayland',
      command: () => 'foot -W 80x24 {}',
    },
    plain('kitty', 'kitty {}', ['--version']),
    plain('konsole', 'konsole --nofork -e {}', ['--version']),
    plain('lxterminal', 'lxterminal --no-remote -e {}', ['--version']),
    plain('mlterm', 'mlterm -e {}', ['--version']),
    plain('qterminal', 'qterminal -e {}', ['--version']),
    {
      ...plain('urxvt', 'urxvt -e {}'),
      needs: { urxvt: 'rxvt-unicode', ...x11 },
      version: ['-help'],
    },
    plain('xterm', 'xterm -u8 -geometry 80x24 -e {}', ['-version']),
    plain('zutty', 'zutty -font DejaVuSansMono -e {}', ['-h']),
    {
      name: 'screen',
      needs: { screen: 'screen', ...pty },
      version: ['--version'],
      where: 'pty',
      command: () => 'screen -c /dev/null {}',
    },
    {
      name: 'tmux',
      needs: { tmux: 'tmux', ...pty },
      version: ['-V'],
      where: 'pty',
      command: (folder) => {
        const config = join(folder, 'tmux.conf')
        writeFileSync(config, 'set -g allow-passthrough on\n')
        return `${tmux} -f '${config}' new-session {}`
      },
      outside: () => outsideByCommand(`${tmux} display -p '${tmuxView}'`),
    },
  ]
}

/** In a home of its own, without a window; its tab is looked at as `vibeflow ls` does. */
function ours({ electron, app }: Engine): Contender {
  return {
    name: 'vibeflow',
    needs: {},
    where: 'headless',
    command: (folder) => {
      mkdirSync(join(folder, 'config/vibeflow'), { recursive: true })
      writeFileSync(join(folder, 'config/vibeflow/config.toml'), '[session]\nrestore = "never"\n')
      return `'${electron}' '${app}' -e {}`
    },
    outside: (folder) => async () => {
      const [found] = await askAll(await nameable({ XDG_RUNTIME_DIR: join(folder, 'run') }))
      if (found?.welcome === null || found?.welcome === undefined) return null
      const { session, state } = found.welcome
      return {
        title: session.title,
        directory: session.cwd,
        state: state.state,
        kind: state.kind ?? '',
      }
    },
  }
}
