#!/bin/sh
# Builds the start program of an AppImage: build.sh OUTPUT VERSION. Debian's packages gcc libc6-dev
# libsquashfuse-dev libfuse3-dev zlib1g-dev libzstd-dev liblzma-dev liblz4-dev are needed. Whoever
# has these sources can so link it anew with other versions of the libraries.
set -eu
here=$(dirname "$0")
output=$1
version=$2

# Linked whole, so that it runs on any Linux of this processor: no library of the system is used,
# only `fusermount3`, where it is. getpwnam and kin, which libfuse mentions, are not called; the
# linker's warnings about them are left out below. No names of this machine's folders and no build
# number: the same sources give the same bytes. SANITIZE=1 makes one for tests instead, which stops
# at the first access that is out of bounds (AddressSanitizer does not work in static programs).
kind='-O2 -static -s -fstack-protector-strong -D_FORTIFY_SOURCE=2'
if [ "${SANITIZE:-}" = 1 ]; then
  kind='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
fi
# shellcheck disable=SC2086 # one word each
${CC:-gcc} -std=gnu11 $kind -Wall -Wextra -Werror \
  -ffile-prefix-map="$here"=. -Wl,--build-id=none -Wl,--gc-sections -ffunction-sections \
  -D_FILE_OFFSET_BITS=64 -DRUNTIME_VERSION="\"$version\"" \
  -isystem /usr/include/squashfuse -isystem /usr/include/fuse3 \
  "$here"/main.c "$here"/words.c "$here"/image.c "$here"/mount.c \
  "$here"/share.c "$here"/cache.c "$here"/extract.c "$here"/launch.c "$here"/lzo.c \
  -lsquashfuse_ll -lsquashfuse -lfuse3 -lzstd -llzma -llz4 -lz -lpthread -ldl \
  -o "$output"

# The mark of an AppImage of type 2, in bytes that the system's loader does not look at.
printf 'AI\002' | dd of="$output" bs=1 seek=8 conv=notrunc status=none
