/**
 * `npm run generate`: writes anew what is generated from the tables of options and actions:
 * docs/config.md, docs/config.schema.json and the vectors that the protocol package ships. The
 * tests that compare these files with their tables write them, so that there is one place that
 * makes them.
 */
import path from 'node:path'
import { projectNode, root, run, script } from './project.mjs'

await script(() =>
  run(projectNode().path, [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=test/vitest.config.ts',
    'test/core/config/table',
    'test/protocol/shipped-vectors',
    '--testNamePattern=made (from|of) the tables?',
    '--update',
  ]),
)
