/*
 * The image as a mounted folder, by FUSE. This process becomes the app; another one, whose parent
 * is the system's first process, serves the files. It watches this process by a pidfd, which stays
 * the same when the app replaces the program in it, and ends with it. So the app has the process
 * number, the terminal and the exit code that its caller sees, and no file of ours open. Processes
 * that join the mount (share.c) are watched in the same way.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <ll.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Time limit for the mount to become ready, in milliseconds. A slow machine needs some tens.
 */
#define READY_MS 10000

/*
 * Unpacked blocks that are kept, 128 KiB each. squashfuse itself keeps one, and the kernel asks for
 * a program's pages in no order: the blocks of Node were unpacked 2.7 times each, up to 7 times.
 */
#define BLOCKS_KEPT 64

/*
 * Number of processes that share a mount. Verbs end soon. Further processes make their own mount.
 */
#define PROCESSES_MAX 64

int open_pidfd(pid_t pid) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    (void)pid;
    errno = ENOSYS;
    return -1;
#endif
}

/* The caller's pipes and files must not live as long as the mount does. */
static void let_go_of_callers_files(const int keep[], size_t count) {
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    int end = (int)sysconf(_SC_OPEN_MAX);
    if (end < 0 || end > 65536) end = 65536;
    for (int fd = 3; fd < end; fd++) {
        bool kept = false;
        for (size_t at = 0; at < count; at++) kept = kept || keep[at] == fd;
        if (!kept) close(fd);
    }
}

static struct fuse_lowlevel_ops operations(void) {
    struct fuse_lowlevel_ops ops;
    memset(&ops, 0, sizeof ops);
    ops.getattr = sqfs_ll_op_getattr;
    ops.opendir = sqfs_ll_op_opendir;
    ops.releasedir = sqfs_ll_op_releasedir;
    ops.readdir = sqfs_ll_op_readdir;
    ops.lookup = sqfs_ll_op_lookup;
    ops.open = sqfs_ll_op_open;
    ops.create = sqfs_ll_op_create; /* refuses */
    ops.release = sqfs_ll_op_release;
    ops.read = sqfs_ll_op_read;
    ops.readlink = sqfs_ll_op_readlink;
    ops.listxattr = sqfs_ll_op_listxattr;
    ops.getxattr = sqfs_ll_op_getxattr;
    ops.forget = sqfs_ll_op_forget;
    ops.statfs = stfs_ll_op_statfs;
    return ops;
}

/* Serves until all processes that use the mount have ended or the folder is unmounted. */
static void answer_requests(struct fuse_session *session, const struct share *share,
                            const char *folder, int app) {
    struct pollfd watched[2 + PROCESSES_MAX] = {{.fd = fuse_session_fd(session), .events = POLLIN},
                                                {.fd = share->fd, .events = POLLIN},
                                                {.fd = app, .events = POLLIN}};
    nfds_t count = 3;
    struct fuse_buf request = {0};
    while (!fuse_session_exited(session)) {
        /* poll ignores a negative descriptor. */
        watched[1].fd = count < 2 + PROCESSES_MAX ? share->fd : -1;
        if (poll(watched, count, -1) < 0) {
            if (errno != EINTR) break;
            continue;
        }
        bool joins = watched[1].revents != 0, asks = watched[0].revents != 0;
        for (nfds_t at = count; at-- > 2;) {
            if (watched[at].revents == 0) continue;
            close(watched[at].fd);
            watched[at] = watched[--count];
        }
        int process = joins ? share_take(share, folder) : -1;
        if (process >= 0) watched[count++] = (struct pollfd){.fd = process, .events = POLLIN};
        if (count == 2) break;
        if (!asks) continue;
        int got = fuse_session_receive_buf(session, &request);
        if (got == -EINTR || got == -EAGAIN) continue;
        if (got <= 0) break;
        fuse_session_process_buf(session, &request);
    }
    free(request.mem);
}

static bool open_files(sqfs_ll *files, const struct image *image) {
    if (sqfs_init(&files->fs, image->fd, (size_t)image->offset) != SQFS_OK) return false;
    sqfs_cache_destroy(&files->fs.data_cache);
    return sqfs_block_cache_init(&files->fs.data_cache, BLOCKS_KEPT) == SQFS_OK &&
           sqfs_ll_init(files) == SQFS_OK;
}

/* The serving process, from its start to its end. */
static void serve(const struct image *image, const char *folder, int app, int ready) {
    int keep[] = {image->fd, app, ready};
    let_go_of_callers_files(keep, 3);
    setsid(); /* Ctrl+C is for the app */
    for (int signal_number = 1; signal_number < 32; signal_number++) signal(signal_number, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    umask(0077);

    sqfs_ll *files = calloc(1, sizeof *files);
    if (files == NULL || !open_files(files, image)) return;
    char name[] = "vibeflow.AppImage";
    char options[] = "-oro,nosuid,nodev,fsname=vibeflow.AppImage,subtype=squashfuse";
    char *words[] = {name, options, NULL};
    struct fuse_args arguments = FUSE_ARGS_INIT(2, words);
    struct fuse_lowlevel_ops ops = operations();
    struct fuse_session *session = fuse_session_new(&arguments, &ops, sizeof ops, files);
    if (session == NULL || fuse_session_mount(session, folder) != 0) return;
    /*
     * Serve first: the app reads the folder as soon as it gets its name.
     */
    if (write(ready, "1", 1) == 1) {
        struct share share;
        close(ready);
        share_mount(image, &share);
        answer_requests(session, &share, folder, app);
        share_end(&share);
    }
    fuse_session_unmount(session);
    rmdir(folder);
}

static bool wait_for(int ready) {
    struct pollfd sign = {.fd = ready, .events = POLLIN};
    char byte;
    int got;
    while ((got = poll(&sign, 1, READY_MS)) < 0 && errno == EINTR) continue;
    return got > 0 && read(ready, &byte, 1) == 1;
}

bool mount_image(const struct image *image, char folder[PATH_BYTES_MAX]) {
    const char *temporary = folder_from("TMPDIR");
    int pipes[2], app;
    if (join_mount(image, folder)) return true;
    if (access("/dev/fuse", R_OK | W_OK) != 0) return false;
    if (temporary == NULL) temporary = "/tmp";
    if (!make_path(folder, "%s/.mount_vibeflow-XXXXXX", temporary) || mkdtemp(folder) == NULL)
        return false;
    if ((app = open_pidfd(getpid())) < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
        rmdir(folder);
        return false;
    }
    pid_t between = fork();
    if (between == 0) {
        if (fork() == 0) {
            serve(image, folder, app, pipes[1]);
            rmdir(folder);
        }
        _exit(0);
    }
    close(pipes[1]);
    close(app);
    if (between > 0) waitpid(between, NULL, 0);
    bool mounted = between > 0 && wait_for(pipes[0]);
    close(pipes[0]);
    if (!mounted) rmdir(folder);
    return mounted;
}
