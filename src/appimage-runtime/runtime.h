/*
 * What stands in front of the file system in an AppImage of type 2: a program that shows the files in it to the app and starts the app.
 * Order of reading: main.c, image.c, mount.c, share.c, cache.c, extract.c, launch.c.
 */
#ifndef VIBEFLOW_APPIMAGE_RUNTIME_H
#define VIBEFLOW_APPIMAGE_RUNTIME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/un.h>

#include <squashfuse.h>

/* What a shell says of a command that cannot be started. */
#define EXIT_CANNOT_START 127

/* Longest path that is built here, in bytes; a longer one is refused in a sentence. */
#define PATH_BYTES_MAX PATH_MAX

/* Folders in folders; a packed app has about ten. Each costs an open file while it is unpacked. */
#define DEPTH_MAX 64

/* ---- words.c ---- */

/* One sentence on standard error, in one write. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Like snprintf into a path; false, with a sentence, when it does not fit. */
bool make_path(char path[PATH_BYTES_MAX], const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A variable's value, or NULL when it is unset, empty or not absolute (the XDG rule). */
const char *folder_from(const char *variable);

/* ---- image.c ---- */

struct image {
    char path[PATH_BYTES_MAX]; /* of this file, links resolved */
    int fd;
    off_t offset;              /* where the file system begins: the end of this program */
    sqfs fs;
    uint64_t key;              /* names this content: size, time, offset, and the file system's own tables */
};

/* Finds this file and the end of the program in it. */
bool image_find(struct image *image);
/* Opens the file system behind it. */
bool image_open(struct image *image);

/* ---- mount.c ---- */

/* Mounts by FUSE; a process beside this one serves the files until this process, or what it becomes, ends. false: not possible here. */
bool mount_image(const struct image *image, char folder[PATH_BYTES_MAX]);
/* A file that becomes readable when the process has ended; -1 on an old kernel. */
int open_pidfd(pid_t pid);

/* ---- share.c ---- */

struct share {
    int fd; /* to be polled; -1: none */
    ino_t inode;
    char path[sizeof ((struct sockaddr_un *)0)->sun_path];
};

/* Lets others join this process's mount; false: not possible here. */
bool share_mount(const struct image *image, struct share *share);
/* One that wants to join: its pidfd, and it knows the folder; or -1. */
int share_take(const struct share *share, const char *folder);
void share_end(const struct share *share);
/* The folder of a mount that another process serves, which stays until this process, or what it becomes, ends. */
bool join_mount(const struct image *image, char folder[PATH_BYTES_MAX]);

/* ---- extract.c ---- */

/* Unpacks all, or what matches `pattern`, into the empty folder `target`. On failure a sentence; what was written stays for the caller to remove. */
bool extract(sqfs *fs, int target, const char *pattern);
/* Removes a folder with all that is in it; follows no link. */
bool remove_tree(int parent, const char *name);

/* ---- cache.c ---- */

/* The unpacked app in the user's cache, made at the first start. It stays locked against removal while this process, or what it becomes, lives. */
bool cached_copy(struct image *image, char folder[PATH_BYTES_MAX]);
/* A fresh copy for one run, in the temporary folder. The caller removes it. */
bool temporary_copy(struct image *image, char folder[PATH_BYTES_MAX]);

/* ---- launch.c ---- */

/* Becomes the app. Returns only when that fails: an exit code. */
int become_app(const struct image *image, const char *folder, char **words);
/* Runs the app, passes on signals that were sent to this process, removes the folder, and answers the exit code. */
int run_app_then_remove(const struct image *image, const char *folder, char **words);

#endif
