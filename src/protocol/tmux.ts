/** Passing a frame through tmux (docs/protocol.md, "Through tmux"). */

/**
 * `ESC P tmux;` + the frame with every ESC doubled + ST. Two levels of tmux: wrap twice. tmux lets
 * it through where `allow-passthrough` is on, and then only from panes in view.
 */
export function wrapForTmux(frame: string): string {
  return `\x1bPtmux;${frame.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`
}
