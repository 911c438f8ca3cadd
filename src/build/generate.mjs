/**
 * `npm run generate`: writes anew what is generated from the tables of options and actions:
 * docs/config.md and docs/config.schema.json. The test that compares these files with their tables
 * writes them, so that there is one place that makes them.
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
