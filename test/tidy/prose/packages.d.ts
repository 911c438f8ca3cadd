/** Packages without types of their own: rules of textlint. */
declare module 'textlint-rule-prh' {
  const rule: import('@textlint/kernel').TextlintKernelRule['rule']
  export default rule
}
declare module 'textlint-rule-en-max-word-count' {
  const rule: import('@textlint/kernel').TextlintKernelRule['rule']
  export default rule
}
declare module 'textlint-rule-max-comma' {
  const rule: import('@textlint/kernel').TextlintKernelRule['rule']
  export default rule
}

/** Its types are in a package that this project does not depend on. */
declare module 'markdownlint-cli2/markdownlint/promise' {
  export function lint(options: {
    readonly strings: Readonly<Record<string, string>>
    readonly config: Readonly<Record<string, unknown>>
  }): Promise<
    Readonly<
      Record<
        string,
        readonly {
          readonly lineNumber: number
          readonly ruleNames: readonly string[]
          readonly ruleDescription: string
          readonly errorDetail: string | null
        }[]
      >
    >
  >
}
