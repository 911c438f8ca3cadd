/**
 * The second argument of a test, or of a group, that runs only with `npm run test:all` and with a
 * path. It takes seconds of CPU time, and another test of the same feature runs always. Vitest
 * reads `tags`, Playwright `tag`.
 */
export const slow = { tags: ['slow'], tag: '@slow' }
