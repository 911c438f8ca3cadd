/**
 * Programs that outlive their terminal on purpose, and serve more than one. vibeflow neither counts
 * them as a part of the tab that started them, nor offers to end them, nor their children.
 */
import { baseName } from '../../base/text/base-name.ts'

const lasting = new RegExp(
  `^(?:${[
    // Multiplexers, and what holds programs of other terminals.
    'tmux|tmux: (?:server|client)|screen|SCREEN|zellij|dtach|abduco|mosh-server|shpool|vibeflow.*',
    'kitty|alacritty|wezterm-(?:gui|mux-server)|ghostty|foot|konsole|xterm|urxvtd?',
    'gnome-terminal-?.*|ptyxis.*',
    // Keys, and connections that others share.
    'ssh|autossh|ssh-agent|gpg-agent|dirmngr|scdaemon|keyboxd|gnome-keyring.*|kwalletd\\d*',
    // Parts of the desktop.
    'systemd|\\(sd-pam\\)|dbus-.*|at-spi.*|gvfs.*|dconf-.*|xdg-.*|pipewire.*|wireplumber',
    'pulseaudio|Xwayland|Xorg|ibus-.*|fcitx\\d*',
    // Containers and virtual machines.
    'conmon|containerd.*|docker.*|podman.*|crun|runc|lxc-.*|qemu-.*|flatpak.*|bwrap|snap',
    'catatonit|rootless.*|slirp4netns|pasta.*|passt.*|aardvark-dns|fuse-overlayfs',
    // File systems: programs run from an AppImage as long as this process serves it.
    '.*\\.AppImage|sshfs|rclone|squashfuse.*|fusermount.*|gocryptfs|encfs',
    // Servers of all projects.
    'git-credential-.*|watchman|sccache|adb|syncthing|pueued',
    // Editors and desktop programs.
    'code|code-.*|codium.*|[Cc]ursor.*|windsurf.*|kiro|antigravity|positron|zed|zed-editor',
    'zeditor|subl|sublime_text|emacs.*|gvim|nvim-qt|neovide|gedit|gnome-.*|kate|idea|pycharm',
    'clion|goland|webstorm|phpstorm|rider|rustrover|studio|soffice.*|oosplash|libreoffice.*',
    'nautilus|nemo|thunar|dolphin|evince|okular|eog|gimp.*|inkscape|blender|vlc|mpv|slack',
    'discord|Discord|spotify|thunderbird|obsidian|signal-desktop|telegram-.*|steam|zoom|dropbox',
  ].join('|')})$`,
  'u',
)

const browsers =
  /^(?:firefox.*|chrom(?:e|ium).*|google-chrome.*|brave.*|vivaldi.*|opera|msedge|epiphany)$/u

/** A program drives this browser, which then is a part of the tab. */
const driven = /^--?(?:headless|remote-debugging-|enable-automation|marionette|juggler)/

/**
 * Returns whether a program is one of them.
 * @param comm name, as in /proc
 * @param argv arguments; empty if they can't be read
 */
export function outlivesTerminals(comm: string, argv: readonly string[]): boolean {
  const names = [comm, baseName(argv[0] ?? '')]
  if (names.some((name) => browsers.test(name))) return !argv.some((word) => driven.test(word))
  return names.some((name) => lasting.test(name))
}
