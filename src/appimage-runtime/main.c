/*
 * Reads the options of the AppImage itself and decides how the app gets its files: mounted,
 * unpacked in the cache, or unpacked for this run.
 */
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef RUNTIME_VERSION
#define RUNTIME_VERSION "unknown"
#endif

static const char help[] =
    "Words for this AppImage itself; all others go to vibeflow (--help lists its own):\n"
    "\n"
    "  --appimage-extract [PATTERN]  unpack all, or what matches, into the folder squashfs-root "
    "here\n"
    "  --appimage-extract-and-run    unpack for this run into the temporary folder (TMPDIR); also "
    "by APPIMAGE_EXTRACT_AND_RUN=1\n"
    "  --appimage-offset             where the file system begins in this file, in bytes\n"
    "  --appimage-version            version of this start program\n"
    "  --appimage-help               this text\n"
    "\n"
    "Without them the files are mounted by FUSE; where that cannot be, they are unpacked "
    "once into the user's cache folder.\n";

enum request { RUN, RUN_UNPACKED, EXTRACT, OFFSET, VERSION_ASKED, HELP };

static const struct { const char *word; enum request request; } words_known[] = {
    {"--appimage-extract", EXTRACT}, {"--appimage-extract-and-run", RUN_UNPACKED},
    {"--appimage-offset", OFFSET},
    {"--appimage-version", VERSION_ASKED}, {"--appimage-help", HELP},
};

/*
 * Returns the first AppImage option among the leading long options: a test driver puts its own
 * options before the user's. Arguments after `-e`, `--` or a plain word are the app's. `at`: index.
 */
static enum request request_of(char **words, int *at) {
    for (*at = 1; words[*at] != NULL; (*at)++) {
        if (strncmp(words[*at], "--", 2) != 0 || words[*at][2] == '\0') break;
        for (size_t known = 0; known < sizeof words_known / sizeof *words_known; known++) {
            if (strcmp(words[*at], words_known[known].word) == 0) return words_known[known].request;
        }
    }
    *at = 0;
    const char *asked = getenv("APPIMAGE_EXTRACT_AND_RUN");
    return asked != NULL && strcmp(asked, "1") == 0 ? RUN_UNPACKED : RUN;
}

static int print(const char *text) {
    return fputs(text, stdout) == EOF || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int extract_here(struct image *image, const char *pattern) {
    static const char name[] = "squashfs-root";
    if (mkdir(name, 0755) != 0 && errno != EEXIST) {
        say("cannot make the folder %s here: %s", name, strerror(errno));
        return EXIT_CANNOT_START;
    }
    int target = open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (target < 0) {
        say("%s here is no folder: %s", name, strerror(errno));
        return EXIT_CANNOT_START;
    }
    /*
     * Another user who owns the folder or may write to it could change the unpacked program.
     */
    struct stat facts;
    if (fstat(target, &facts) != 0 || facts.st_uid != geteuid() || (facts.st_mode & 022) != 0) {
        say("%s here is not used: it must be yours, and nobody else may write to it. "
            "Remove it, or unpack in another folder",
            name);
        return EXIT_CANNOT_START;
    }
    return extract(&image->fs, target, pattern) ? print("squashfs-root\n") : EXIT_CANNOT_START;
}

static int run(struct image *image, bool unpacked, char **words) {
    static char folder[PATH_BYTES_MAX];
    if (!unpacked && (mount_image(image, folder) || cached_copy(image, folder)))
        return become_app(image, folder, words);
    if (temporary_copy(image, folder)) return run_app_then_remove(image, folder, words);
    return EXIT_CANNOT_START;
}

int main(int count, char **words) {
    static struct image image;
    int at;
    if (count < 1) return EXIT_CANNOT_START;
    enum request request = request_of(words, &at);
    if (request == HELP) return print(help);
    if (request == VERSION_ASKED)
        return print("vibeflow AppImage runtime " RUNTIME_VERSION ", AppImage type 2\n");
    if (!image_find(&image)) return EXIT_CANNOT_START;
    if (request == OFFSET) {
        printf("%lld\n", (long long)image.offset);
        return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (!image_open(&image)) return EXIT_CANNOT_START;
    if (request == EXTRACT) return extract_here(&image, words[at + 1]);
    if (at > 0) memmove(&words[at], &words[at + 1], (size_t)(count - at) * sizeof *words);
    return run(&image, request == RUN_UNPACKED, words);
}
