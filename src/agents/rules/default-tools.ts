/** The agents that are found by default, without their rules: the page needs the names only. */
import common from './common.json' with { type: 'json' }

export const defaultTools: readonly string[] = common.defaultTools
