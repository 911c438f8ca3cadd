/* Reads messages of clients. Allocates as much as a message is long, and a pointer per word. */
#include "keeper.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t *take(struct fields *fields, size_t count) {
  if (fields->bad || (size_t)(fields->end - fields->at) < count) {
    fields->bad = true;
    return NULL;
  }
  const uint8_t *at = fields->at;
  fields->at += count;
  return at;
}

uint8_t read_u8(struct fields *fields) {
  const uint8_t *at = take(fields, 1);
  return at == NULL ? 0 : at[0];
}

uint16_t read_u16(struct fields *fields) {
  const uint8_t *at = take(fields, 2);
  return at == NULL ? 0 : (uint16_t)(at[0] | at[1] << 8);
}

uint32_t read_u32(struct fields *fields) {
  const uint8_t *at = take(fields, 4);
  if (at == NULL) return 0;
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

uint64_t read_u64(struct fields *fields) {
  uint64_t low = read_u32(fields);
  return low | (uint64_t)read_u32(fields) << 32;
}

struct text read_text(struct fields *fields) {
  uint32_t length = read_u32(fields);
  const uint8_t *at = take(fields, length);
  return at == NULL ? (struct text){"", 0} : (struct text){(const char *)at, length};
}

bool read_id(struct fields *fields, char id[ID_MAX + 1]) {
  struct text text = read_text(fields);
  if (fields->bad || text.length == 0 || text.length > ID_MAX) return false;
  for (uint32_t index = 0; index < text.length; index++) {
    char one = text.bytes[index];
    bool fits = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') ||
                (one >= '0' && one <= '9') || one == '_' || one == '-';
    if (!fits) return false;
  }
  memcpy(id, text.bytes, text.length);
  id[text.length] = '\0';
  return true;
}

/* Copies a text with a final NUL. Returns NULL for one that contains a NUL. */
static char *copied(struct text text, char **store) {
  if (memchr(text.bytes, '\0', text.length) != NULL) return NULL;
  char *copy = *store;
  memcpy(copy, text.bytes, text.length);
  copy[text.length] = '\0';
  *store += text.length + 1;
  return copy;
}

/* Reads a list of words into `words`, which has room for `WORDS_MAX` and an end. */
static char **read_words(struct fields *fields, char **store, uint32_t before) {
  uint32_t count = read_u32(fields);
  if (fields->bad || count > WORDS_MAX || count > (size_t)(fields->end - fields->at) / 4)
    return NULL;
  char **words = calloc(before + count + 1, sizeof *words);
  if (words == NULL) return NULL;
  for (uint32_t index = 0; index < count; index++) {
    struct text text = read_text(fields);
    char *word = fields->bad ? NULL : copied(text, store);
    if (word == NULL) {
      free(words);
      return NULL;
    }
    words[before + index] = word;
  }
  return words;
}

bool read_start(struct fields *fields, struct start *start) {
  *start = (struct start){0};
  start->sequence = read_u32(fields);
  start->until = read_u64(fields);
  start->policy = read_u8(fields);
  start->cols = read_u16(fields);
  start->rows = read_u16(fields);
  if (!read_id(fields, start->id)) return false;
  /* Each text has four bytes of length in the message, and one byte of end here. */
  start->store = malloc((size_t)(fields->end - fields->at) + 1);
  if (start->store == NULL) return false;
  char *store = start->store;
  struct text file = read_text(fields), directory = read_text(fields);
  start->meta = read_text(fields);
  if (fields->bad || start->meta.length > META_MAX || file.length == 0) return false;
  start->file = copied(file, &store);
  start->directory = copied(directory, &store);
  if (start->file == NULL || start->directory == NULL) return false;
  start->arguments = read_words(fields, &store, 1);
  if (start->arguments == NULL) return false;
  start->arguments[0] = start->file;
  start->variables = read_words(fields, &store, 0);
  return start->variables != NULL && !fields->bad && fields->at == fields->end;
}

void free_start(struct start *start) {
  free(start->store);
  free(start->arguments);
  free(start->variables);
  *start = (struct start){0};
}

bool is_sound_head(const struct ring_head *head) {
  return head->magic == PROTOCOL_MAGIC && head->version == RING_VERSION &&
         head->size == RING_BYTES && head->floor <= head->head &&
         head->head <= UINT64_MAX / 2 && head->stored <= head->head && head->zeroed >= head->head &&
         head->zeroed - head->head <= READ_BYTES && head->zeroed - head->stored <= STAGE_BYTES;
}

size_t recovered(const struct ring_head *head, const uint8_t *stage) {
  size_t length = (size_t)(head->zeroed - head->stored);
  while (length > head->head - head->stored && stage[length - 1] == 0) length--;
  return length;
}
