/**
 * Wraps a frame for tmux: `ESC P tmux;`, the frame with every ESC doubled, ST. For two levels of
 * tmux, wrap twice. tmux passes it on if `allow-passthrough` is on, and then only from visible
 * panes.
 */
export function wrapForTmux(frame: string): string {
  return `\x1bPtmux;${frame.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`
}
