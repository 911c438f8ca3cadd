/*
 * Starts a folder's AppRun with the caller's arguments. The usual variables name the AppImage.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t app_pid;

int become_app(const struct image *image, const char *folder, char **words) {
    char program[PATH_BYTES_MAX], directory[PATH_BYTES_MAX];
    if (!make_path(program, "%s/AppRun", folder)) return EXIT_CANNOT_START;
    setenv("APPIMAGE", image->path, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", words[0], 1);
    if (getcwd(directory, sizeof directory) != NULL) setenv("OWD", directory, 1);
    /* Applies to this file, not to another AppImage that is started in a tab. */
    unsetenv("APPIMAGE_EXTRACT_AND_RUN");
    execv(program, words);
    say("cannot start %s: %s%s", program, strerror(errno),
        errno == EACCES ? ". Is the folder mounted with noexec? Name another by TMPDIR" : "");
    return EXIT_CANNOT_START;
}

/*
 * A key such as Ctrl+C reaches the app from the terminal itself; only what a process has sent is
 * passed on.
 */
static void pass_on(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    if (info->si_code <= 0 && app_pid > 0) kill(app_pid, signal_number);
}

int run_app_then_remove(const struct image *image, const char *folder, char **words) {
    static const int passed[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    pid_t self = getpid();
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* a signal that comes meanwhile waits */
    app_pid = fork();
    if (app_pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* this process was killed: the app ends in order */
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (getppid() != self) _exit(EXIT_CANNOT_START);
        _exit(become_app(image, folder, words));
    }
    int code = EXIT_CANNOT_START;
    if (app_pid > 0) {
        struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
        struct sigaction old;
        sigfillset(&action.sa_mask);
        for (size_t at = 0; at < sizeof passed / sizeof *passed; at++) {
            /* A signal that the caller ignores (nohup) stays ignored. */
            if (sigaction(passed[at], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
                sigaction(passed[at], &action, NULL);
        }
        sigprocmask(SIG_SETMASK, &before, NULL);
        int status = 0;
        while (waitpid(app_pid, &status, 0) < 0 && errno == EINTR) continue;
        app_pid = 0;
        code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else {
        say("cannot start the app: %s", strerror(errno));
    }
    if (!remove_tree(AT_FDCWD, folder)) say("cannot remove %s: %s", folder, strerror(errno));
    return code;
}
