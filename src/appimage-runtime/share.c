/*
 * One mount for all processes of an image. A verb that starts while the app runs reads pages that
 * are already unpacked; unpacking is most of its time. The process that serves a mount has a socket
 * in the user's runtime folder. A process that wants the same image sends two descriptors: its own
 * pidfd, so that the mount stays until it ends, and a pipe for the reply, the mount's folder.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/*
 * Time limit for the reply, in milliseconds. A process that exceeds it is stopped or dying, and
 * this one makes its own mount.
 */
#define REPLY_MS 500

/* Number of descriptors sent: a pidfd and a pipe's end. */
#define FILES_SENT 2

union control {
    char bytes[CMSG_SPACE(FILES_SENT * sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr alignment;
};

static bool make_address(const struct image *image, struct sockaddr_un *address) {
    const char *place = folder_from("XDG_RUNTIME_DIR");
    if (place == NULL) return false;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    int length = snprintf(address->sun_path, sizeof address->sun_path,
                          "%s/vibeflow-appimage-%016" PRIx64, place, image->key);
    return length > 0 && (size_t)length < sizeof address->sun_path;
}

bool share_mount(const struct image *image, struct share *share) {
    struct sockaddr_un address;
    struct stat facts;
    int on = 1;
    share->fd = -1;
    if (!make_address(image, &address)) return false;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return false;
    /* The mount could not be joined, so its socket is of no use. */
    unlink(address.sun_path);
    if (setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0 ||
        bind(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        stat(address.sun_path, &facts) != 0) {
        close(fd);
        return false;
    }
    share->fd = fd;
    share->inode = facts.st_ino;
    memcpy(share->path, address.sun_path, sizeof share->path);
    return true;
}

int share_take(const struct share *share, const char *folder) {
    char byte;
    union control control;
    struct iovec body = {&byte, 1};
    struct msghdr message = {.msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    int files[FILES_SENT] = {-1, -1};
    bool ours = false;
    if (recvmsg(share->fd, &message, MSG_CMSG_CLOEXEC) < 0) return -1;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL;
         part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        if (part->cmsg_type == SCM_RIGHTS && part->cmsg_len == CMSG_LEN(sizeof files)) {
            memcpy(files, CMSG_DATA(part), sizeof files);
        } else if (part->cmsg_type == SCM_RIGHTS) {
            int one;
            memcpy(&one, CMSG_DATA(part), sizeof one);
            close(one);
        } else if (part->cmsg_type == SCM_CREDENTIALS) {
            struct ucred sender;
            memcpy(&sender, CMSG_DATA(part), sizeof sender);
            ours = sender.uid == geteuid();
        }
    }
    if (files[0] < 0) return -1;
    size_t size = strlen(folder) + 1;
    ours = ours && fcntl(files[1], F_SETFL, O_NONBLOCK) == 0 &&
           write(files[1], folder, size) == (ssize_t)size;
    close(files[1]);
    if (ours) return files[0];
    close(files[0]);
    return -1;
}

void share_end(const struct share *share) {
    struct stat facts;
    /* The socket may belong to another mount by now. */
    if (share->fd >= 0 && stat(share->path, &facts) == 0 && facts.st_ino == share->inode)
        unlink(share->path);
}

static bool ask(const struct sockaddr_un *address, int process, int reply) {
    char byte = 'm';
    union control control = {0};
    int files[FILES_SENT] = {process, reply};
    struct iovec body = {&byte, 1};
    struct msghdr message = {.msg_name = (void *)address, .msg_namelen = sizeof *address,
                             .msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes,
                             .msg_controllen = CMSG_SPACE(sizeof files)};
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(part), files, sizeof files);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return false;
    bool sent = sendmsg(fd, &message, MSG_NOSIGNAL) == 1;
    close(fd);
    return sent;
}

bool join_mount(const struct image *image, char folder[PATH_BYTES_MAX]) {
    struct sockaddr_un address;
    struct stat facts;
    int ends[2], process;
    if (!make_address(image, &address) || stat(address.sun_path, &facts) != 0 ||
        facts.st_uid != geteuid() || (process = open_pidfd(getpid())) < 0)
        return false;
    bool joined = pipe2(ends, O_CLOEXEC) == 0;
    if (joined) {
        joined = ask(&address, process, ends[1]);
        close(ends[1]);
        struct pollfd reply = {.fd = ends[0], .events = POLLIN};
        ssize_t size = joined && poll(&reply, 1, REPLY_MS) == 1
                           ? read(ends[0], folder, PATH_BYTES_MAX)
                           : 0;
        close(ends[0]);
        char program[PATH_BYTES_MAX + 8];
        joined = size > 1 && folder[0] == '/' && folder[size - 1] == '\0' &&
                 snprintf(program, sizeof program, "%s/AppRun", folder) > 0 &&
                 access(program, X_OK) == 0;
    }
    close(process);
    return joined;
}
