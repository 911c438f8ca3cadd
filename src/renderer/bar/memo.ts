/** Wraps a component so that it is redrawn only when one of its properties has changed. */
import { Component, createElement, type ComponentChild, type FunctionComponent } from 'preact'

export function memo<Props extends object>(
  draw: FunctionComponent<Props>,
): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const now = this.props as Readonly<Props>
      return Object.keys(next).some(
        (key) => !Object.is(next[key as keyof Props], now[key as keyof Props]),
      ) // keys of these very objects
    }

    override render(): ComponentChild {
      return createElement(draw, this.props as Props)
    }
  }
  return Memo as unknown as FunctionComponent<Props> // JSX accepts both
}
