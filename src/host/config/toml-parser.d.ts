/**
 * The part of @iarna/toml's parser class that parse-toml.ts builds on. The package types its
 * functions only.
 */
declare module '@iarna/toml/lib/toml-parser.js' {
  export default class TomlParser {
    /** Code point that is looked at. */
    protected readonly char: number
    /** Both count from 0; `col` in UTF-16 units. */
    protected readonly line: number
    protected readonly col: number
    /** Of states that go on when the present one has returned. */
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
