export const conformanceUsage = `\
usage: vibeflow-protocol conformance --emitter CMD [--input arguments|json] [--dialects LIST]
       vibeflow-protocol conformance --parser CMD
       vibeflow-protocol conformance --terminal CMD [--pty] [--outside CMD] [--timeout MS]
       vibeflow-protocol --help | -h | --version`

export const conformanceHelp = `\
${conformanceUsage}

Tests other programs against the vectors of vibeflow's protocols. CMD is a shell command.

  --emitter CMD    runs CMD for each report; it prints one frame, or ends with another code than 0
    --input arguments   the report as vibeflow-emit takes it: CMD STATE --tool=NAME ... (default)
    --input json        the report as JSON on standard input alone; all dialects
    --dialects LIST     such as 1338,7501
  --parser CMD     starts CMD once: a line of JSON for each vector in, a line of JSON out
  --terminal CMD   starts a terminal that runs our probe: {} in CMD stands for the probe's command,
                   and without {} it is put behind CMD -e
    --pty               CMD has no window of its own, as a multiplexer: it gets a pty of 80x24
    --outside CMD       prints {"title", "directory", "state", "kind"} of the tab as JSON, each
                        where it can be seen. Without it, titles of X11's windows (xdotool)
    --timeout MS        for an answer of the terminal (1000)

  --json           the results as JSON

Code 0: nothing failed. 1: something failed. 2: wrong words. 3: nothing could be tested.
The contracts, and what each check means: docs/conformance.md of vibeflow.
`
