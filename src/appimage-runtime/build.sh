#!/bin/sh
# Builds the start program of an AppImage: build.sh OUTPUT VERSION. Debian's packages gcc libc6-dev
# libsquashfuse-dev libfuse3-dev zlib1g-dev libzstd-dev liblzma-dev liblz4-dev are needed. With
# these sources anyone can link the program with other versions of the libraries.
set -eu
here=$(dirname "$0")
output=$1
version=$2

# Linked statically, so that it runs on every Linux of this processor. It uses no system library,
# only `fusermount3` if present. libfuse mentions getpwnam and similar functions but never calls
# them here, so the linker's warnings are hidden below. The output contains no folder names and no
# build number: the same sources give the same bytes. SANITIZE=1 builds one for tests, which stops
# at the first access out of bounds (AddressSanitizer does not work in static programs).
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

# The mark of a type 2 AppImage, in bytes that the system's loader ignores.
printf 'AI\002' | dd of="$output" bs=1 seek=8 conv=notrunc status=none
