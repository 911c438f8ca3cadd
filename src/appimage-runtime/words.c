/* Messages, paths and environment variables. */
#include "runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void say(const char *format, ...) {
    char line[PATH_BYTES_MAX + 512];
    int start = snprintf(line, sizeof line, "vibeflow AppImage: ");
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line + start, sizeof line - (size_t)start - 1, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    size_t end = strlen(line);
    line[end] = '\n';
    /* Ignored: without standard error there is nowhere to report. */
    if (write(STDERR_FILENO, line, end + 1) < 0) return;
}

bool make_path(char path[PATH_BYTES_MAX], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(path, PATH_BYTES_MAX, format, arguments);
    va_end(arguments);
    if (length >= 0 && length < PATH_BYTES_MAX) return true;
    say("a path is longer than %d bytes: move this file into a folder with a shorter path",
        PATH_BYTES_MAX - 1);
    return false;
}

const char *folder_from(const char *variable) {
    const char *value = getenv(variable);
    return value != NULL && value[0] == '/' ? value : NULL;
}
