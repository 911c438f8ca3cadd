/**
 * `npm run prose`: checks the words of documentation, strings, comments and commits. It runs on the
 * project's Node, which reads TypeScript; test/tidy/prose.test.ts makes the same checks.
 */
import path from 'node:path'
import { projectNode, root, run, script } from '../project.mjs'

await script(() =>
  run(
    projectNode().path,
    [path.join(root, 'test/tidy/prose/command.ts'), ...process.argv.slice(2)],
    {
      output: 1,
    },
  ),
)
