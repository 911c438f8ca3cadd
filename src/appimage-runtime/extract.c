/*
 * Writes the packed tree into a folder, and removes such a folder again. Works by open folders and
 * single names only, so nothing leaves the target.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES (1024 * 1024)

/*
 * A folder on the current path. It is created with its first entry, since a pattern excludes most
 * folders.
 */
struct level {
    int fd; /* -1: not made yet */
    char name[SQUASHFS_NAME_LEN + 1];
    mode_t mode;
    time_t time;
};

struct work {
    sqfs *fs;
    const char *pattern;
    int depth;
    struct level levels[DEPTH_MAX];
    char *buffer;
};

static bool fail(const char *name, const char *what) {
    say("cannot unpack %s: %s", name, what);
    return false;
}

static bool write_whole(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t put = write(fd, bytes, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

/* The open folder that the next entry goes into, with all folders above it. */
static int current_folder(struct work *work) {
    for (int at = 1; at <= work->depth; at++) {
        struct level *level = &work->levels[at];
        if (level->fd >= 0) continue;
        int parent = work->levels[at - 1].fd;
        const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        if (mkdirat(parent, level->name, 0700) != 0 ||
            (level->fd = openat(parent, level->name, flags)) < 0) {
            fail(level->name, strerror(errno));
            return -1;
        }
    }
    return work->levels[work->depth].fd;
}

/* Sets a complete folder's mode, which may forbid writing, and its time. */
static bool leave_folder(struct work *work) {
    struct level *level = &work->levels[work->depth--];
    if (level->fd < 0) return true;
    struct timespec times[2] = {{.tv_sec = level->time}, {.tv_sec = level->time}};
    bool fine = fchmod(level->fd, level->mode) == 0 && futimens(level->fd, times) == 0;
    if (!fine) fail(level->name, strerror(errno));
    close(level->fd);
    return fine;
}

static bool write_file(struct work *work, sqfs_inode *inode, int folder, const char *name) {
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return fail(name, strerror(errno));
    bool fine = true;
    for (uint64_t at = 0, size = inode->xtra.reg.file_size; fine && at < size;) {
        sqfs_off_t got = COPY_BYTES;
        if (sqfs_read_range(work->fs, inode, (sqfs_off_t)at, &got, work->buffer) != SQFS_OK ||
            got <= 0) {
            fine = fail(name, "the image is damaged");
        } else if (!write_whole(fd, work->buffer, (size_t)got)) {
            fine = fail(name, strerror(errno));
        } else {
            at += (uint64_t)got;
        }
    }
    struct timespec times[2] = {{.tv_sec = inode->base.mtime}, {.tv_sec = inode->base.mtime}};
    if (fine && (fchmod(fd, inode->base.mode & 0777) != 0 || futimens(fd, times) != 0))
        fine = fail(name, strerror(errno));
    /* Some file systems report a full disk only here. */
    if (close(fd) != 0 && fine) fine = fail(name, strerror(errno));
    return fine;
}

static bool write_link(struct work *work, sqfs_inode *inode, int folder, const char *name) {
    char target[PATH_BYTES_MAX];
    size_t size = sizeof target;
    if (sqfs_readlink(work->fs, inode, target, &size) != SQFS_OK)
        return fail(name, "the image is damaged");
    if (symlinkat(target, folder, name) == 0) return true;
    return fail(name, strerror(errno));
}

static bool wanted(const struct work *work, const char *path) {
    return work->pattern == NULL ||
           fnmatch(work->pattern, path, FNM_PATHNAME | FNM_LEADING_DIR) == 0;
}

static bool enter(struct work *work, sqfs_traverse *walk, sqfs_inode *inode) {
    const char *name = sqfs_dentry_name(&walk->entry);
    if (name[0] == '\0' || strchr(name, '/') != NULL || strcmp(name, ".") == 0 ||
        strcmp(name, "..") == 0)
        return fail(name, "the image is damaged");
    bool is_folder = sqfs_dentry_is_dir(&walk->entry);
    if (is_folder) {
        if (work->depth + 1 >= DEPTH_MAX) return fail(name, "too many folders in folders");
        struct level *level = &work->levels[++work->depth];
        level->fd = -1;
        level->mode = inode->base.mode & 0777;
        level->time = inode->base.mtime;
        snprintf(level->name, sizeof level->name, "%s", name);
        return !wanted(work, walk->path) || current_folder(work) >= 0;
    }
    if (!wanted(work, walk->path)) return true;
    int folder = current_folder(work);
    if (folder < 0) return false;
    if (S_ISREG(inode->base.mode)) return write_file(work, inode, folder, name);
    if (S_ISLNK(inode->base.mode)) return write_link(work, inode, folder, name);
    return fail(name, "it is neither a file nor a folder nor a link");
}

bool extract(sqfs *fs, int target, const char *pattern) {
    struct work work = {.fs = fs, .pattern = pattern, .depth = 0, .buffer = malloc(COPY_BYTES)};
    sqfs_traverse walk;
    sqfs_inode root;
    work.levels[0].fd = target;
    if (work.buffer == NULL) return fail("anything", "no memory");
    if (sqfs_inode_get(fs, &root, sqfs_inode_root(fs)) != SQFS_OK ||
        sqfs_traverse_open_inode(&walk, fs, &root) != SQFS_OK) {
        free(work.buffer);
        return fail("anything", "the image is damaged");
    }
    bool fine = true;
    sqfs_err error = SQFS_OK;
    while (fine && sqfs_traverse_next(&walk, &error)) {
        sqfs_inode inode;
        if (walk.dir_end) fine = work.depth == 0 || leave_folder(&work);
        else if (sqfs_inode_get(fs, &inode, sqfs_dentry_inode(&walk.entry)) != SQFS_OK)
            fine = fail(walk.path, "the image is damaged");
        else fine = enter(&work, &walk, &inode);
    }
    if (fine && error != SQFS_OK) fine = fail("the rest", "the image is damaged");
    while (work.depth > 0) {
        struct level *level = &work.levels[work.depth--];
        if (level->fd >= 0) close(level->fd);
    }
    sqfs_traverse_close(&walk);
    free(work.buffer);
    return fine;
}

bool remove_tree(int parent, const char *name) {
    if (unlinkat(parent, name, 0) == 0 || errno == ENOENT) return true;
    if (errno != EISDIR && errno != EPERM) return false;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return false;
    fchmod(fd, 0700); /* a folder that may not be written to holds on to what is in it */
    DIR *folder = fdopendir(fd);
    if (folder == NULL) {
        close(fd);
        return false;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_tree(dirfd(folder), entry->d_name);
    }
    closedir(folder);
    return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}
