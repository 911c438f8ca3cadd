/* This file as an image: where the file system begins, whether it is whole, and what names it. */
#include "runtime.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Number of bytes at the end of the file that make its key. The tables there change with every
 * packed byte.
 */
#define KEY_TAIL_BYTES 65536

static bool read_whole(int fd, void *buffer, size_t size, off_t at) {
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(fd, (char *)buffer + done, size - done, at + (off_t)done);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        done += (size_t)got;
    }
    return true;
}

/* The section headers are the last thing that the linker writes. */
static off_t program_end(int fd) {
    Elf64_Ehdr header;
    if (!read_whole(fd, &header, sizeof header, 0) ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return -1;
    return (off_t)header.e_shoff + (off_t)header.e_shentsize * header.e_shnum;
}

bool image_find(struct image *image) {
    ssize_t length = readlink("/proc/self/exe", image->path, sizeof image->path - 1);
    if (length < 0) {
        say("cannot find itself: %s. Is /proc mounted?", strerror(errno));
        return false;
    }
    image->path[length] = '\0';
    image->fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (image->fd < 0) {
        say("cannot read %s: %s", image->path, strerror(errno));
        return false;
    }
    image->offset = program_end(image->fd);
    if (image->offset > 0) return true;
    say("%s is damaged: its first bytes are not those of a program", image->path);
    return false;
}

/*
 * FNV-1a, 64 bit. It distinguishes versions and protects nothing: the folder's owner and mode are
 * checked for that.
 */
static uint64_t hash(uint64_t state, const void *bytes, size_t size) {
    for (size_t at = 0; at < size; at++)
        state = (state ^ ((const unsigned char *)bytes)[at]) * 0x100000001b3u;
    return state;
}

static bool make_key(struct image *image, const struct stat *file, uint64_t end) {
    static char tail[KEY_TAIL_BYTES];
    size_t size = end < sizeof tail ? (size_t)end : sizeof tail;
    if (!read_whole(image->fd, tail, size, image->offset + (off_t)(end - size))) return false;
    int64_t numbers[] = {file->st_size, file->st_mtim.tv_sec, file->st_mtim.tv_nsec, image->offset};
    uint64_t state = hash(0xcbf29ce484222325u, numbers, sizeof numbers);
    state = hash(state, &image->fs.sb, sizeof image->fs.sb);
    image->key = hash(state, tail, size);
    return true;
}

bool image_open(struct image *image) {
    struct stat file;
    struct squashfs_super_block head;
    if (fstat(image->fd, &file) != 0 || !read_whole(image->fd, &head, sizeof head, image->offset)) {
        say("%s has nothing behind its first %lld bytes: it is cut short, so download it again",
            image->path, (long long)image->offset);
        return false;
    }
    long long missing =
        (long long)image->offset + (long long)head.bytes_used - (long long)file.st_size;
    if (head.s_magic == SQUASHFS_MAGIC && missing > 0) {
        say("%s is cut short, %lld bytes are missing: download it again", image->path, missing);
        return false;
    }
    switch (sqfs_init(&image->fs, image->fd, (size_t)image->offset)) {
        case SQFS_OK:
            if (make_key(image, &file, head.bytes_used)) return true;
            say("%s cannot be read to its end", image->path);
            return false;
        case SQFS_BADCOMP:
            say("%s is packed in a way that its own program cannot unpack; "
                "zstd, xz, gzip and lz4 are known",
                image->path);
            return false;
        default:
            say("%s is damaged: no file system at byte %lld",
                image->path, (long long)image->offset);
            return false;
    }
}
