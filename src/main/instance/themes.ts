/** The themes of the user's folder, and the problems in them and in the names of the configuration. */
import { shownProblems, type ShownProblem } from '../../core/config/problem.ts'
import { namedThemes } from '../../core/config/theme/named.ts'
import type { TextPorts } from '../../core/windows/workspace/workspace-ports.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import type { ThemeFolder } from '../../host/themes/theme-folder.ts'

export async function readThemes(
  folder: ThemeFolder,
  { options, documents }: Configuration,
): ReturnType<TextPorts['themes']> {
  const { themes, problems } = await folder.read()
  return {
    themes,
    problems: [
      ...shownProblems(namedThemes(options.colors, documents, themes)),
      ...problems.map(
        ({ file, text }): ShownProblem => ({ level: 'warning', line: null, file, text }),
      ),
    ],
  }
}
