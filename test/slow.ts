/**
 * The second argument of a test, or of a group, that only `npm run test:all` and a path run: it
 * takes seconds of the processor, and another test of the same feature runs always. Vitest reads
 * `tags`, Playwright `tag`.
 */
export const slow = { tags: ['slow'], tag: '@slow' }
