/*
 * Unpacked copies, for systems where nothing can be mounted. A copy is in the user's cache, so that
 * a second start unpacks nothing, or in the temporary folder for one run. Each process that uses a
 * copy holds a shared lock on its folder until it ends.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/*
 * Number of copies of other versions that are kept, because a user may switch between two
 * versions.
 */
#define OTHERS_KEPT 1

#define TEMPORARY_PREFIX "vibeflow-appimage-"

/* Returns the open folder if only this user can write to it, else -1. */
static int open_own(int parent, const char *name) {
    struct stat facts;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return -1;
    if (fstat(fd, &facts) == 0 && facts.st_uid == geteuid() && (facts.st_mode & 077) == 0)
        return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

/*
 * `beyond`: the lock stays in the program that replaces this process. Node closes it in its
 * children.
 */
static bool hold(int folder, bool beyond) {
    int kept = fcntl(folder, beyond ? F_DUPFD : F_DUPFD_CLOEXEC, 3);
    return kept >= 0 && flock(kept, LOCK_SH | LOCK_NB) == 0;
}

static bool make_folders(char *path) {
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0') continue;
        char end = *at;
        *at = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = end;
        if (!made) return false;
        if (end == '\0') return true;
    }
}

static bool is_key(const char *name) {
    return strlen(name) == 16 && strspn(name, "0123456789abcdef") == 16;
}

/* Removes unused copies, except the newest ones, and remains of interrupted starts. */
static void tidy(int cache, const char *current) {
    DIR *folder = fdopendir(openat(cache, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder == NULL) return;
    char newest[NAME_MAX + 1] = "";
    struct timespec newest_time = {0};
    for (int round = 0; round < 2; round++) {
        rewinddir(folder);
        for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            const char *name = entry->d_name;
            struct stat facts;
            bool complete = is_key(name);
            if (strcmp(name, current) == 0) continue;
            if (!complete && strncmp(name, "new-", 4) != 0) continue;
            if (fstatat(cache, name, &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
            if (round == 0) { /* which one is kept */
                struct timespec at = facts.st_mtim;
                bool later = at.tv_sec == newest_time.tv_sec ? at.tv_nsec > newest_time.tv_nsec
                                                             : at.tv_sec > newest_time.tv_sec;
                if (!complete || !later || OTHERS_KEPT == 0) continue;
                newest_time = facts.st_mtim;
                snprintf(newest, sizeof newest, "%s", name);
                continue;
            }
            if (strcmp(name, newest) == 0) continue;
            int fd = open_own(cache, name);
            if (fd < 0) continue;
            if (flock(fd, LOCK_EX | LOCK_NB) == 0) remove_tree(cache, name);
            close(fd);
        }
    }
    closedir(folder);
}

/*
 * Unpacks under a temporary name, so that a copy with its final name is always complete. Of two
 * simultaneous starts the first to finish wins. Both copies are equal.
 */
static int unpack(struct image *image, int cache, const char *key) {
    char fresh[64];
    snprintf(fresh, sizeof fresh, "new-%ld-%" PRIx64, (long)getpid(),
             image->key ^ (uint64_t)time(NULL));
    if (mkdirat(cache, fresh, 0700) != 0) return -1;
    int target = open_own(cache, fresh);
    if (target >= 0 && flock(target, LOCK_SH | LOCK_NB) == 0 && extract(&image->fs, target, NULL)) {
        if (renameat(cache, fresh, cache, key) == 0) return target;
        if (errno == EEXIST || errno == ENOTEMPTY) {
            close(target);
            remove_tree(cache, fresh);
            return open_own(cache, key);
        }
        say("cannot finish unpacking in the cache folder: %s", strerror(errno));
    }
    if (target >= 0) close(target);
    remove_tree(cache, fresh);
    return -1;
}

bool cached_copy(struct image *image, char folder[PATH_BYTES_MAX]) {
    const char *base = folder_from("XDG_CACHE_HOME"), *home = folder_from("HOME");
    char place[PATH_BYTES_MAX], key[17];
    if (base == NULL && home == NULL) return false;
    if (!(base != NULL ? make_path(place, "%s/vibeflow/appimage", base)
                       : make_path(place, "%s/.cache/vibeflow/appimage", home)))
        return false;
    snprintf(key, sizeof key, "%016" PRIx64, image->key);
    if (!make_path(folder, "%s/%s", place, key) || !make_folders(place)) return false;
    int cache = open_own(AT_FDCWD, place);
    if (cache < 0) {
        if (errno == EPERM)
            say("%s is not used: it must be yours and closed to others (chmod 700)", place);
        return false;
    }
    /* Another start may remove a copy before it is locked here: try once more. */
    for (int attempt = 0; attempt < 2; attempt++) {
        int copy = open_own(cache, key);
        if (copy < 0 && errno == ENOENT) copy = unpack(image, cache, key);
        struct stat mine, there;
        if (copy >= 0 && hold(copy, true) && fstat(copy, &mine) == 0 &&
            stat(folder, &there) == 0 && mine.st_ino == there.st_ino) {
            futimens(copy, NULL); /* used now: it is the newest */
            tidy(cache, key);
            close(copy);
            close(cache);
            return true;
        }
        if (copy < 0) break;
        close(copy);
    }
    close(cache);
    return false;
}

/* Remains of a killed start: their folder is not locked. */
static void remove_forgotten(const char *temporary) {
    int parent = open(temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent < 0) return;
    DIR *folder = fdopendir(parent);
    if (folder == NULL) {
        close(parent);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strncmp(entry->d_name, TEMPORARY_PREFIX, strlen(TEMPORARY_PREFIX)) != 0) continue;
        int fd = open_own(parent, entry->d_name);
        if (fd < 0) continue;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) remove_tree(parent, entry->d_name);
        close(fd);
    }
    closedir(folder);
}

bool temporary_copy(struct image *image, char folder[PATH_BYTES_MAX]) {
    const char *temporary = folder_from("TMPDIR");
    if (temporary == NULL) temporary = "/tmp";
    remove_forgotten(temporary);
    if (!make_path(folder, "%s/" TEMPORARY_PREFIX "XXXXXX", temporary)) return false;
    if (mkdtemp(folder) == NULL) {
        say("cannot unpack into %s: %s. Name another folder by TMPDIR", temporary, strerror(errno));
        return false;
    }
    int target = open_own(AT_FDCWD, folder);
    bool fine = target >= 0 && hold(target, false) && extract(&image->fs, target, NULL);
    if (target >= 0) close(target);
    if (!fine) remove_tree(AT_FDCWD, folder);
    return fine;
}
