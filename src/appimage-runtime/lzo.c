/*
 * libsquashfuse refers to the decompressor of liblzo2, whose licence (GPL-2) is not ours, so this
 * stands in for it and refuses. Images of this project are packed with zstd.
 */
#include <stddef.h>

int lzo1x_decompress_safe(const unsigned char *from, size_t from_size, unsigned char *to,
                          size_t *to_size, void *memory);

int lzo1x_decompress_safe(const unsigned char *from, size_t from_size, unsigned char *to,
                          size_t *to_size, void *memory) {
    (void)from, (void)from_size, (void)to, (void)to_size, (void)memory;
    return -1; /* LZO_E_ERROR */
}
