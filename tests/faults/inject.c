/* Makes system calls of a program fail, or lets another program write before them. The tests preload it (LD_PRELOAD);
 * these variables say what to do:
 *
 *   FAULT_FOLDER  only calls about files in this folder are counted and can fail
 *   FAULT_CALL    open, unnamed (open with O_TMPFILE), read, write, sync, rename, link, owner, lock, lease, look, remove;
 *                 or any of them
 *   FAULT_NUMBER  the number of the call, from 1; 0: none fails; -1: every second one, from the first; -2: all
 *   FAULT_ERROR   the errno; 0: a read or write transfers one byte, and succeeds
 *   FAULT_WRITES  the call does not fail: before it, another process appends to this file, or makes it
 *   FAULT_CUTS    the call does not fail: before it, another process shortens this file to ten bytes
 *   FAULT_COUNT   a file for the number of calls, written when the process ends
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static long calls;

/* Whether a path is in the folder. */
static int inside(const char *path) {
    const char *folder = getenv("FAULT_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

/* Whether an open file is in the folder, also one without a name: its link reads "/folder/#123 (deleted)". */
static int inside_file(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return inside(path);
}

/* Lets another process write, which may have to wait for this one. */
static int writes(void) {
    static const char game[] = "[Event \"NEW\"]\n\n1. d4 *\n";
    const char *written = getenv("FAULT_WRITES"), *cut = getenv("FAULT_CUTS");
    if (!written && !cut) return 0;
    REAL(int, "open", const char *, int, ...);
    if (fork() == 0) {
        if (cut) _exit(truncate(cut, 10));
        int file = real(written, O_WRONLY | O_APPEND | O_CREAT, 0644);
        ssize_t done = file < 0 ? -1 : syscall(SYS_write, file, game, sizeof game - 1);
        _exit(done < 0);
    }
    usleep(20000);
    return 1;
}

/* Counts a call; whether it is one that fails. */
static int fails(const char *call) {
    const char *wanted = getenv("FAULT_CALL"), *number = getenv("FAULT_NUMBER");
    if (!wanted || !number || (strcmp(wanted, call) != 0 && strcmp(wanted, "any") != 0)) return 0;
    long count = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST), chosen = atol(number);
    int is_chosen = chosen == -2 || (chosen == -1 ? count % 2 == 1 : count == chosen);
    return is_chosen && !writes();
}

static int error(void) {
    const char *text = getenv("FAULT_ERROR");
    return text ? atoi(text) : EIO;
}

/* Fails a call that is not a transfer. */
#define FAIL(call, is_inside, result) \
    if ((is_inside) && fails(call)) { errno = error(); return result; }

/* Fails or shortens a transfer of `count` bytes. */
#define FAIL_OR_SHORTEN(call, file, count) \
    if (inside_file(file) && fails(call)) { \
        if (error() != 0) { errno = error(); return -1; } \
        if (count > 1) count = 1; \
    }

static int is_unnamed(int flags) {
    return (flags & O_TMPFILE) == O_TMPFILE;
}

#define OPEN(function) \
    int function(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = (flags & O_CREAT) || is_unnamed(flags) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        REAL(int, #function, const char *, int, ...); \
        FAIL(is_unnamed(flags) ? "unnamed" : "open", inside(path), -1) \
        return real(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

ssize_t read(int file, void *bytes, size_t count) {
    REAL(ssize_t, "read", int, void *, size_t);
    FAIL_OR_SHORTEN("read", file, count)
    return real(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    FAIL_OR_SHORTEN("write", file, count)
    return real(file, bytes, count);
}

int fsync(int file) {
    REAL(int, "fsync", int);
    FAIL("sync", inside_file(file), -1)
    return real(file);
}

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    FAIL("rename", inside(to), -1)
    return real(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    FAIL("link", inside(to), -1)
    return real(from_folder, from, to_folder, to, flags);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    REAL(int, "renameat2", int, const char *, int, const char *, unsigned);
    FAIL("rename", inside(to), -1)
    return real(from_folder, from, to_folder, to, flags);
}

int fchown(int file, uid_t owner, gid_t group) {
    REAL(int, "fchown", int, uid_t, gid_t);
    FAIL("owner", inside_file(file), -1)
    return real(file, owner, group);
}

int flock(int file, int operation) {
    REAL(int, "flock", int, int);
    FAIL("lock", inside_file(file), -1)
    return real(file, operation);
}

int fcntl(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    long value = va_arg(rest, long);
    va_end(rest);
    REAL(int, "fcntl", int, int, ...);
    FAIL("lease", (command == F_SETLEASE || command == F_GETLEASE) && inside_file(file), -1)
    return real(file, command, value);
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *found) {
    REAL(int, "statx", int, const char *, int, unsigned, struct statx *);
    FAIL("look", inside(path), -1)
    return real(folder, path, flags, mask, found);
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    FAIL("remove", inside(path), -1)
    return real(path);
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("FAULT_COUNT");
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out) return;
    fprintf(out, "%ld", calls);
    fclose(out);
}
