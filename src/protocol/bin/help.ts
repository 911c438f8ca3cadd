/** What `vibeflow-emit` tells people. The first lines are those of vibeflow-emit.sh. */

export const usage = `usage: vibeflow-emit active|working|waiting|done [--tool NAME] [--project NAME] [--wrap auto|tmux|none]
       vibeflow-emit --hook claude [--on-stop waiting|done]
       vibeflow-emit --help | -h | --version`

export const help = `${usage}

Tells the terminal that you are in what your program is doing. vibeflow shows it at the tab.

  working   it is busy          waiting   it needs you
  done      it has finished     active    nothing to show

  --tool NAME      who says so                  --project NAME   what it works on
  --wrap auto      for tmux, where TMUX is set  --wrap none      never
  --wrap tmux      always (tmux needs: set -g allow-passthrough on)
  --hook claude    reads an event of Claude Code's hooks from standard input
  --on-stop done   what the end of Claude's turn means; else waiting

examples:
  vibeflow-emit working --project=api
  make; vibeflow-emit waiting --tool=make
  notify = ["vibeflow-emit", "waiting", "--tool=codex"]      in ~/.codex/config.toml

It goes to the first that takes it: /dev/tty, VIBEFLOW_TTY, the terminal of an ancestor, VIBEFLOW_SOCKET. VIBEFLOW_EMIT_STDOUT=1
sends it to standard output, and only there.

exit: 0 said   1 standard output or a hook failed   2 usage   3 no terminal reached`
