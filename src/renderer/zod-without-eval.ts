/**
 * Has zod not compile its guards with `new Function`: the page's policy forbids it, and each
 * try would be reported as a violation. zod reads this object when the first schema is made, so
 * this file is imported before everything else.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
