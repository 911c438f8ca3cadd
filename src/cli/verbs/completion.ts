/** `vibeflow completion`: completion scripts for bash, zsh and fish. */
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { placesOf, type CompletionPlaces } from './completion/places.ts'
import { zshCompletion } from './completion/zsh.ts'
import { noneOf } from '../../base/numbers/nearest.ts'
import { commonExits, usageError } from '../command/exit-codes.ts'
import type { Verb } from '../command/verb.ts'

export function completion(verbs: () => Promise<readonly Verb[]>): Verb {
  return {
    name: 'completion',
    words: 'bash|zsh|fish',
    summary: 'Print a shell completion script.',
    description: [
      'The script completes commands, options, values and session IDs. Packages install it for ' +
        "all three shells. Otherwise, load it in your shell's startup file.",
    ],
    options: {},
    examples: [
      ['eval "$(vibeflow completion bash)"', 'Enable completion in bash (~/.bashrc).'],
      ['eval "$(vibeflow completion zsh)"', 'Enable completion in zsh (~/.zshrc).'],
      ['vibeflow completion fish | source', 'Enable completion in fish (config.fish).'],
    ],
    exits: commonExits(),
    async run({ positionals: [shell], json, write, document }) {
      const make =
        shell === undefined || !Object.hasOwn(scripts, shell) ? undefined : scripts[shell]
      if (make === undefined)
        throw usageError(
          shell === undefined
            ? `missing argument. Available: ${Object.keys(scripts).join(', ')}.`
            : noneOf(shell, 'shell', Object.keys(scripts)),
        )
      // loaded only here: other verbs start faster
      const { entries } = await import('../../core/config/table.ts')
      const script = make(
        placesOf(
          await verbs(),
          entries.map(({ name }) => name),
        ),
      )
      if (json) document({ shell, script })
      else write(`${script}\n`)
      return 0
    },
  }
}

const scripts: Readonly<Record<string, (places: CompletionPlaces) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}
