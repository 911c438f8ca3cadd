/** Types of @iarna/toml's parser class, which the package does not type. */
declare module '@iarna/toml/lib/toml-parser.js' {
  export default class TomlParser {
    /** Current code point. */
    protected readonly char: number
    /** Both count from 0; `col` in UTF-16 units. */
    protected readonly line: number
    protected readonly col: number
    /** States to resume when the current one returns. */
    protected readonly stack: readonly unknown[]
    parse(text: string): void
    finish(): Record<string, unknown>
    protected error(error: Error): Error
    protected parseAssign(): unknown
    protected parseKeyword(): unknown
    protected recordAssignKeyword(key: string): unknown
    protected recordAssignValue(value: unknown): unknown
    protected recordAssignStatement(assigned: { key: string[]; value: unknown }): unknown
    protected recordInlineTableValue(assigned: { key: string[]; value: unknown }): unknown
    protected parseValue(): unknown
    protected parseInlineTable(): unknown
    protected parseInlineTableNext(): unknown
    protected parseInlineTablePostComma(): unknown
    protected parseTable(): unknown
    protected parseList(): unknown
    protected parseTableMore(keyword: string): unknown
    protected parseListMore(keyword: string): unknown
  }
}
