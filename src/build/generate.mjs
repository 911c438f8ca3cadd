/**
 * `npm run generate`: regenerates docs/reference/config.md and docs/reference/config.schema.json
 * from the tables of options and actions, with the test that compares them.
 */
import path from 'node:path'
import { projectNode, root, run, script } from './project.mjs'

await script(() =>
  run(projectNode().path, [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=test/vitest.config.ts',
    'test/core/config/table',
    '--testNamePattern=made from the table',
    '--update',
  ]),
)
