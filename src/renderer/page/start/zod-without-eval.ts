/**
 * Stops zod from compiling its guards with `new Function`: the page's policy forbids it and reports
 * each attempt. zod reads this object when the first schema is made, so this file is imported
 * before everything else.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
