export const conformanceUsage = `\
usage: vibeflow-protocol conformance --emitter CMD [--input arguments|json]
                         [--dialects LIST]
       vibeflow-protocol conformance --parser CMD
       vibeflow-protocol conformance --terminal CMD [--pty] [--outside CMD]
                         [--timeout MS]
       vibeflow-protocol --help | -h | --version`

export const conformanceExits: readonly (readonly [code: string, text: string])[] = [
  ['0', 'No check failed.'],
  ['1', 'At least one check failed.'],
  ['2', 'The arguments are wrong.'],
  ['3', 'Nothing could be tested.'],
]

export const conformanceHelp = `\
${conformanceUsage}

Tests another program against the test vectors of vibeflow's protocols. CMD is a
shell command.

Options:
  --emitter CMD    Run CMD for each report. It prints one sequence, or exits
                   with another code than 0.
    --input arguments   Pass the report as vibeflow-emit accepts it:
                        CMD STATE --tool=NAME ... (default).
    --input json        Pass the report as JSON on standard input. Tests all
                        dialects.
    --dialects LIST     Dialects to test, such as 1338,7501.
  --parser CMD     Start CMD once. It reads a line of JSON for each vector and
                   prints a line of JSON.
  --terminal CMD   Start a terminal that runs a probe. {} in CMD is replaced by
                   the command of the probe. Without {}, it follows CMD -e.
    --pty               CMD has no window of its own, like a multiplexer. It
                        runs in a pty of 80x24.
    --outside CMD       Read the tab's state from this command. It prints
                        {"title", "directory", "state", "kind"} as JSON, as far
                        as they are visible. Default: the titles of X11 windows
                        (xdotool).
    --timeout MS        Time to wait for a reply (default: 1000).
  --json           Print the results as JSON.
  -h, --help       Print this help and exit.
  --version        Print the version and exit.

Examples:
  vibeflow-protocol conformance --emitter ./my-emit
  vibeflow-protocol conformance --parser 'node parse.js' --json
  vibeflow-protocol conformance --terminal 'xterm -e {}'

Exit codes:
${conformanceExits.map(([code, text]) => `  ${code}  ${text}`).join('\n')}
`
