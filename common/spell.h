/* spell.h - how far apart two words are. */
#ifndef COMMON_SPELL_H
#define COMMON_SPELL_H

/* Number of edits between two short words: letters put in, left out, changed, or swapped with the
 * next; words longer than 40 bytes count as far apart. */
int spell_distance(const char *a, const char *b);

#endif
