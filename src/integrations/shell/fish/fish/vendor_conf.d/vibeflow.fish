# Shell integration for fish: marks prompts, commands and their output (OSC 133) and reports the
# directory (OSC 7). fish sets titles itself, and from version 4 on also marks. This file is found
# through XDG_DATA_DIRS, which it restores.
# Disable it with VIBEFLOW_SHELL_INTEGRATION=0 in the environment that vibeflow is started from.

if set -q VIBEFLOW_XDG_DATA_DIRS
    set -gx XDG_DATA_DIRS (string split : -- $VIBEFLOW_XDG_DATA_DIRS | string join :)
    set -e VIBEFLOW_XDG_DATA_DIRS
else if set -q VIBEFLOW_XDG_DATA_DIRS_UNSET
    set -e XDG_DATA_DIRS
    set -e VIBEFLOW_XDG_DATA_DIRS_UNSET
end

set -e VIBEFLOW_REMOTE_BIN # from `vibeflow ssh`: PATH has it

if status is-interactive; and not set -q __vibeflow_loaded
    set -g __vibeflow_loaded 1
    if test (string split . -- $version)[1] -lt 4
        function __vibeflow_prompt_start --on-event fish_prompt
            set -l place (string escape --style=url -- $PWD)
            if set -q __vibeflow_ran
                printf '\e]133;D;%d\a' $__vibeflow_ran
                set -e __vibeflow_ran
            else if set -q __vibeflow_prompted
                printf '\e]133;D\a'
            end
            set -g __vibeflow_prompted 1
            printf '\e]7;file://%s%s\a\e]133;A\a' $hostname $place
            # Wraps the user's prompt here, since config.fish is read after this file.
            if not functions -q __vibeflow_user_prompt
                functions -c fish_prompt __vibeflow_user_prompt
                function fish_prompt
                    __vibeflow_user_prompt
                    printf '\e]133;B\a'
                end
            end
        end

        function __vibeflow_cancelled --on-event fish_cancel
            printf '\e]133;D\a\e]133;A\a'
        end

        function __vibeflow_command_start --on-event fish_preexec
            printf '\e]133;C\a'
        end

        function __vibeflow_command_end --on-event fish_postexec
            set -g __vibeflow_ran $status
        end
    end
end
