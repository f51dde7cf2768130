#pragma once
#include <stdint.h>
enum { LOOP_NOCHANGE, LOOP_NOCHANGE_MULTI, LOOP_VERTEX_PUSH, LOOP_ALL_PUSH, LOOP_ALL_PIPELINES, LOOP_ALL_FLAT, LOOP_FOUR_TARGETS, LOOP_COUNT };
typedef struct Loop Loop;
Loop *loop_open(char **msg);
void loop_close(Loop *);
int loop_has(Loop *, int variant);
int64_t loop_run(Loop *, int variant, int n, void *pixels);
void loop_empty(void);
