/*
 * A disk and a clock with faults, loaded into a program with LD_PRELOAD. Settings (environment):
 *   FAULTS_ROOT    watched folder with everything in it, without a slash at its end
 *   FAULTS_LOG     every change of those files and every flush is appended here, in order
 *   FAULTS_REFUSE  while this file exists, every change of those files fails with EROFS
 *   FAULTS_CLOCK   a file of eight bytes: offset of the wall clock in seconds, may change while the program runs
 * The log survives a killed program. It tells what would be on a disk that lost everything not flushed.
 * Memory-mapped writes are not seen: the embedded database maps only the index of its log, which it rebuilds.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 'w', TRUNCATE = 't', FLUSH = 'f', MAKE = 'm', FOLDER = 'd', RENAME = 'r', LINK = 'l', UNLINK = 'u' };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root, *refuse;
static int log_fd = -1;
static volatile int64_t *clock_off;

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  root = getenv("FAULTS_ROOT");
  refuse = getenv("FAULTS_REFUSE");
  const char *log = getenv("FAULTS_LOG"), *clock = getenv("FAULTS_CLOCK");
  if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (clock) {
    int fd = syscall(SYS_openat, AT_FDCWD, clock, O_RDONLY | O_CLOEXEC);
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED) clock_off = at;
  }
}

/* The folder itself is watched too, because flushing it makes the names in it durable. */
static int is_watched(const char *path) {
  size_t n = root ? strlen(root) : 0;
  return n && strncmp(path, root, n) == 0 && (path[n] == '/' || path[n] == 0);
}

/* Writes the path of an open file below the root to `path`. Returns 0 for all other files. */
static int path_of(int fd, char *path) {
  if (!root || fd < 0 || fd == log_fd) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, PATH_MAX - 1);
  if (n <= 0) return 0;
  path[n] = 0;
  return is_watched(path);
}

static int full_path(int folder, const char *path, char *full) {
  if (!root) return 0;
  if (path[0] == '/') snprintf(full, PATH_MAX, "%s", path);
  else if (folder == AT_FDCWD) {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) return 0;
    if (snprintf(full, PATH_MAX, "%s/%s", here, path) >= PATH_MAX) return 0;
  } else return 0;
  return is_watched(full);
}

static int refused(void) {
  if (!refuse || syscall(SYS_access, refuse, F_OK) != 0) return 0;
  errno = EROFS;
  return 1;
}

static void note(char what, const char *path, int64_t at, const void *bytes, uint32_t length) {
  if (log_fd < 0) return;
  uint32_t named = strlen(path);
  struct iovec parts[] = {{&what, 1}, {&at, 8}, {&named, 4}, {&length, 4}, {(void *)path, named}, {(void *)bytes, length}};
  int saved = errno;
  syscall(SYS_writev, log_fd, parts, 6);
  errno = saved;
}

#define CHANGE(fd, call) \
  char path[PATH_MAX]; \
  if (!path_of(fd, path)) return call; \
  if (refused()) return -1; \
  pthread_mutex_lock(&lock)
#define DONE(result) \
  pthread_mutex_unlock(&lock); \
  return result

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) {
  REAL(pwrite);
  CHANGE(fd, real(fd, bytes, n, at));
  ssize_t done = real(fd, bytes, n, at);
  if (done > 0) note(WRITE, path, at, bytes, done);
  DONE(done);
}
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) { return pwrite(fd, bytes, n, at); }

ssize_t write(int fd, const void *bytes, size_t n) {
  REAL(write);
  CHANGE(fd, real(fd, bytes, n));
  ssize_t done = real(fd, bytes, n);
  if (done > 0) note(WRITE, path, lseek(fd, 0, SEEK_CUR) - done, bytes, done);
  DONE(done);
}

static void note_parts(const char *path, int64_t at, const struct iovec *parts, int n, ssize_t done) {
  for (int i = 0; i < n && done > 0; i += 1) {
    size_t length = parts[i].iov_len < (size_t)done ? parts[i].iov_len : (size_t)done;
    note(WRITE, path, at, parts[i].iov_base, length);
    at += length;
    done -= length;
  }
}

ssize_t writev(int fd, const struct iovec *parts, int n) {
  REAL(writev);
  CHANGE(fd, real(fd, parts, n));
  ssize_t done = real(fd, parts, n);
  if (done > 0) note_parts(path, lseek(fd, 0, SEEK_CUR) - done, parts, n, done);
  DONE(done);
}

ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t at) {
  REAL(pwritev);
  CHANGE(fd, real(fd, parts, n, at));
  ssize_t done = real(fd, parts, n, at);
  if (done > 0) note_parts(path, at, parts, n, done);
  DONE(done);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int n, off64_t at) { return pwritev(fd, parts, n, at); }

int ftruncate(int fd, off_t size) {
  REAL(ftruncate);
  CHANGE(fd, real(fd, size));
  int done = real(fd, size);
  if (done == 0) note(TRUNCATE, path, size, "", 0);
  DONE(done);
}
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

/* The simulated disk only records the flush. Nothing waits for the real disk. */
static int flush(int fd, int (*real)(int)) {
  CHANGE(fd, real(fd));
  note(FLUSH, path, 0, "", 0);
  DONE(0);
}
int fsync(int fd) {
  REAL(fsync);
  return flush(fd, real);
}
int fdatasync(int fd) {
  REAL(fdatasync);
  return flush(fd, real);
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  int changes = flags & (O_CREAT | O_TRUNC);
  if (!changes || !full_path(folder, path, full)) return syscall(SYS_openat, folder, path, flags, mode);
  int there = syscall(SYS_access, full, F_OK) == 0;
  if ((!there || (flags & O_TRUNC)) && refused()) return -1;
  pthread_mutex_lock(&lock);
  int fd = syscall(SYS_openat, folder, path, flags, mode);
  if (fd >= 0 && !there) note(MAKE, full, 0, "", 0);
  else if (fd >= 0 && (flags & O_TRUNC)) note(TRUNCATE, full, 0, "", 0);
  DONE(fd);
}
#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  }
int open(const char *path, int flags, ...) {
  MODE(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(flags)
  return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_at(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_at(folder, path, flags | O_LARGEFILE, mode);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  char full[PATH_MAX];
  if (!full_path(AT_FDCWD, path, full)) return real(path, mode);
  if (syscall(SYS_access, full, F_OK) != 0 && refused()) return -1;
  pthread_mutex_lock(&lock);
  int done = real(path, mode);
  if (done == 0) note(FOLDER, full, 0, "", 0);
  DONE(done);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  char old[PATH_MAX], full[PATH_MAX];
  if (!full_path(AT_FDCWD, from, old) || !full_path(AT_FDCWD, to, full)) return real(from, to);
  if (refused()) return -1;
  pthread_mutex_lock(&lock);
  int done = real(from, to);
  if (done == 0) note(RENAME, old, 0, full, strlen(full));
  DONE(done);
}

int link(const char *from, const char *to) {
  REAL(link);
  char old[PATH_MAX], full[PATH_MAX];
  if (!full_path(AT_FDCWD, from, old) || !full_path(AT_FDCWD, to, full)) return real(from, to);
  if (refused()) return -1;
  pthread_mutex_lock(&lock);
  int done = real(from, to);
  if (done == 0) note(LINK, old, 0, full, strlen(full));
  DONE(done);
}

int unlink(const char *path) {
  REAL(unlink);
  char full[PATH_MAX];
  if (!full_path(AT_FDCWD, path, full)) return real(path);
  if (syscall(SYS_access, full, F_OK) == 0 && refused()) return -1;
  pthread_mutex_lock(&lock);
  int done = real(path);
  if (done == 0) note(UNLINK, full, 0, "", 0);
  DONE(done);
}

int clock_gettime(clockid_t which, struct timespec *now) {
  int done = syscall(SYS_clock_gettime, which, now);
  if (done == 0 && clock_off && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += *clock_off;
  return done;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int done = syscall(SYS_gettimeofday, now, zone);
  if (done == 0 && clock_off) now->tv_sec += *clock_off;
  return done;
}
time_t time(time_t *at) {
  struct timeval now;
  gettimeofday(&now, NULL);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
