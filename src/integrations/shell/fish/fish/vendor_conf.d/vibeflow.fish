# Shell integration for fish: marks prompts, commands and their output (OSC 133) and reports the
# directory (OSC 7). fish sets titles itself, and from version 4 on also marks. This file is found
# through XDG_DATA_DIRS, which it restores.
# Disable it with VIBEFLOW_SHELL_INTEGRATION=0 in the environment that vibeflow is started from.

# Restores what was changed to load this file, also at a prompt, where `exec` has failed.
function __vibeflow_restore --on-event fish_prompt
    if set -q VIBEFLOW_XDG_DATA_DIRS
        set -gx XDG_DATA_DIRS (string split : -- $VIBEFLOW_XDG_DATA_DIRS | string join :)
        set -e VIBEFLOW_XDG_DATA_DIRS
    else if set -q VIBEFLOW_XDG_DATA_DIRS_UNSET
        set -e XDG_DATA_DIRS
        set -e VIBEFLOW_XDG_DATA_DIRS_UNSET
    end
    if set -q VIBEFLOW_ZDOTDIR
        set -gx ZDOTDIR $VIBEFLOW_ZDOTDIR
        set -e VIBEFLOW_ZDOTDIR
    else if set -q __vibeflow_zdotdir
        set -e ZDOTDIR
    end
    set -e __vibeflow_zdotdir
end
__vibeflow_restore

set -e VIBEFLOW_BIN # PATH has it

if status is-interactive; and not set -q __vibeflow_loaded
    set -g __vibeflow_loaded 1
    set -g __vibeflow_here (status filename | string replace -r '(/[^/]*){4}$' '')

    # Gives a plain `exec fish` or `exec zsh` the variables of vibeflow's own start, so that the new
    # shell loads its integration.
    function __vibeflow_hand_on --on-event fish_preexec
        set -l plain '(?:\s+(?:-l|-i|-il|-li|--login|--interactive))*\s*$'
        set -l shell (string match -r '^\s*exec\s+"?([^\s"]+)"?'$plain -- $argv[1])[2]
        if test "$shell" = '$SHELL'
            set shell $SHELL
        end
        switch (string replace -r '.*/' '' -- "$shell")
            case fish
                if test -r $__vibeflow_here/fish/fish/vendor_conf.d/vibeflow.fish; and not string match -q '*:*' -- $__vibeflow_here
                    if test -n "$XDG_DATA_DIRS"
                        set -gx VIBEFLOW_XDG_DATA_DIRS $XDG_DATA_DIRS
                        set -gx XDG_DATA_DIRS $__vibeflow_here/fish:$VIBEFLOW_XDG_DATA_DIRS
                    else
                        set -gx VIBEFLOW_XDG_DATA_DIRS_UNSET 1
                        set -gx XDG_DATA_DIRS $__vibeflow_here/fish:/usr/local/share:/usr/share
                    end
                end
            case zsh
                if test -r $__vibeflow_here/zsh/vibeflow.zsh
                    set -g __vibeflow_zdotdir 1
                    if set -qx ZDOTDIR
                        set -gx VIBEFLOW_ZDOTDIR $ZDOTDIR
                    end
                    set -gx ZDOTDIR $__vibeflow_here/zsh
                end
        end
    end

    if test (string split . -- $version)[1] -lt 4
        set -g __vibeflow_wrapped 0
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
            # Wraps the user's prompt here, since config.fish is read after this file, and each time
            # that it was defined again. A user's prompt may contain a copy of an earlier wrapper.
            if functions -q fish_prompt; and not functions fish_prompt | string match -q '*__vibeflow_prompt_*'
                set -g __vibeflow_wrapped (math $__vibeflow_wrapped + 1)
                functions -c fish_prompt __vibeflow_prompt_$__vibeflow_wrapped
                eval "function fish_prompt
                    __vibeflow_prompt_$__vibeflow_wrapped
                    printf '\e]133;B\a'
                end"
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
