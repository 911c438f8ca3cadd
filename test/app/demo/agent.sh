# An agent that only acts, for `npm run demo`: it says what a real one says, in the dialect named
# first. Sourced by programs that are named like agents. Between two scenes it waits for Enter, or
# for so many seconds as DEMO_PACE says.

say_7501() { printf '\033]7501;state=%s\033\\' "$1:app=claude"; }
say_1338() { printf '\033]1338;state=%s;tool=pi;project=api\007' "$1"; }
say_26() { printf '\033]26;CodeAgent=gemini;ProjectFolder=web;Status=%s\033\\' "$1"; }
say_none() { :; }

write() { printf '  \033[38;5;245m%s\033[0m\n' "$1"; }
ask() { printf '\n\033[1;33m?\033[0m %s \033[2m(Enter)\033[0m ' "$1"; }
scene() { read -rs -t "${DEMO_PACE:-6}" _ || true; printf '\n'; }

act() {
  printf '\033]2;%s\007' "$2"
  printf '\033[1m%s\033[0m\n' "$2"
  while :; do
    case $1 in
      7501)
        say_7501 working; write 'Reading src/session.ts'; write 'Editing 3 files'; scene
        say_7501 blocked:kind=permission; ask 'May I run "npm test"?'; scene
        say_7501 working; write 'Running npm test'; scene
        say_7501 done; write 'All 412 tests pass.'; scene ;;
      1338)
        say_1338 working; write 'Searching the code'; write 'Writing a migration'; scene
        say_1338 waiting; ask 'Which database shall I use?'; scene
        say_1338 working; write 'Applying the migration'; scene
        say_1338 done; write 'Done.'; scene ;;
      26)
        say_26 running; write 'Building the site'; scene
        say_26 error; printf '  \033[31mThe build failed: out of memory\033[0m\n'; scene
        say_26 running; write 'Trying again with less'; scene
        say_26 finished; write 'Built.'; scene ;;
      none)
        # Says nothing of itself: it prints, and falls silent when it is your turn.
        for file in one two three four five six; do write "Looking at $file.ts"; sleep 0.4; done
        ask 'Shall I go on?'; read -rs -t "${DEMO_QUIET:-15}" _ || true; printf '\n' ;;
    esac
  done
}
