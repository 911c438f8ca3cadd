/**
 * `npm run generate`: regenerates config.md, config.schema.json and actions.md in docs/reference
 * from the tables of options and actions, and docs/reference/command-line and
 * docs/reference/exit-codes.md from the tables of commands, with the tests that compare them.
 */
import path from 'node:path'
import { projectNode, root, run, script } from '../project.mjs'

await script(() =>
  run(projectNode().path, [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=test/vitest.config.ts',
    'test/core/config/table',
    'test/cli/reference',
    '--testNamePattern=made from the table',
    '--update',
  ]),
)
