/*
 * System calls of Linux on x86-64, by the numbers of arch/x86/entry/syscalls/syscall_64.tbl: those that a parser of
 * documents never needs, and that would let it reach beyond its slot.
 */

/** The newest call known to this table: mseal, of Linux 6.10. */
export const NEWEST_KNOWN = 462;

/** Calls that the filter inspects more closely. */
export const CLONE = 56;
export const CLONE3 = 435;
export const EXECVE = 59;
export const EXECVEAT = 322;
export const KILL = 62;
export const TGKILL = 234;
export const PRCTL = 157;
export const MMAP = 9;
export const IOCTL = 16;
export const OPEN = 2;
export const OPENAT = 257;
export const OPENAT2 = 437;

/** Calls whose first argument names a process or thread, 0 being the caller. */
export const ownThreadOnly: Readonly<Record<string, number>> = {
  prlimit64: 302,
  sched_setaffinity: 203,
  sched_setattr: 314,
};

export const denied: Readonly<Record<string, number>> = {
  // New sockets, and calls that only these need: the one socket that a worker is given is read and written as a file.
  socket: 41,
  connect: 42,
  accept: 43,
  sendto: 44,
  sendmsg: 46,
  bind: 49,
  listen: 50,
  socketpair: 53,
  accept4: 288,
  sendmmsg: 307,
  // Requests on an io_uring pass no filter.
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  // Processes and namespaces; threads are made by clone.
  fork: 57,
  vfork: 58,
  unshare: 272,
  setns: 308,
  // Ways to send signals other than kill and tgkill.
  rt_sigqueueinfo: 129,
  tkill: 200,
  rt_tgsigqueueinfo: 297,
  pidfd_send_signal: 424,
  pidfd_open: 434,
  pidfd_getfd: 438,
  // Other processes' memory.
  ptrace: 101,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  process_madvise: 440,
  process_mrelease: 448,
  migrate_pages: 256,
  move_pages: 279,
  // Scheduling of other processes.
  setpriority: 141,
  sched_setparam: 142,
  sched_setscheduler: 144,
  ioprio_set: 251,
  // Memory and queues that are shared by a key or a name.
  shmget: 29,
  shmat: 30,
  shmctl: 31,
  semget: 64,
  semop: 65,
  semctl: 66,
  msgget: 68,
  msgsnd: 69,
  msgrcv: 70,
  msgctl: 71,
  semtimedop: 220,
  mq_open: 240,
  mq_unlink: 241,
  // Memory of files without a name, which no limit of a process counts, and room of files that were not written.
  memfd_create: 319,
  memfd_secret: 447,
  fallocate: 285,
  // Objects of the kernel that all processes of a user, or of the machine, share a number of.
  io_setup: 206,
  inotify_init: 253,
  inotify_init1: 294,
  // Keys of the kernel.
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  // Mounts, and files by handle instead of by path.
  pivot_root: 155,
  chroot: 161,
  mount: 165,
  umount2: 166,
  swapon: 167,
  swapoff: 168,
  quotactl: 179,
  name_to_handle_at: 303,
  open_by_handle_at: 304,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  quotactl_fd: 443,
  // Parts of the kernel in which security faults have been found.
  perf_event_open: 298,
  bpf: 321,
  userfaultfd: 323,
  fanotify_init: 300,
  personality: 135,
  modify_ldt: 154,
  // Control of the machine as a whole.
  syslog: 103,
  uselib: 134,
  sysfs: 139,
  vhangup: 153,
  _sysctl: 156,
  adjtimex: 159,
  acct: 163,
  settimeofday: 164,
  reboot: 169,
  sethostname: 170,
  setdomainname: 171,
  iopl: 172,
  ioperm: 173,
  init_module: 175,
  delete_module: 176,
  nfsservctl: 180,
  lookup_dcookie: 212,
  clock_settime: 227,
  kexec_load: 246,
  clock_adjtime: 305,
  finit_module: 313,
  kexec_file_load: 320,
};

/** Calls that change a file by its name alone: its length, mode, owner, times and attributes. Landlock says nothing on most. */
export const changesOfNamedFiles: Readonly<Record<string, number>> = {
  truncate: 76,
  chmod: 90,
  fchmodat: 268,
  fchmodat2: 452,
  chown: 92,
  lchown: 94,
  fchownat: 260,
  utime: 132,
  utimes: 235,
  futimesat: 261,
  utimensat: 280,
  setxattr: 188,
  lsetxattr: 189,
  removexattr: 197,
  lremovexattr: 198,
};

/**
 * Calls by which a file in `out` would become one that is not listed there, or a name there would not be a file's. The
 * service counts what is listed, so nothing else may take room. And calls that change other things of a file than its
 * content: a worker that has the service's own user owns its inputs, and may have opened them for reading only. They are
 * refused once the worker is confined.
 */
export const deniedAtWork: Readonly<Record<string, number>> = {
  rename: 82,
  mkdir: 83,
  rmdir: 84,
  link: 86,
  unlink: 87,
  symlink: 88,
  mknod: 133,
  mkdirat: 258,
  mknodat: 259,
  unlinkat: 263,
  renameat: 264,
  linkat: 265,
  symlinkat: 266,
  renameat2: 316,
  ...changesOfNamedFiles,
  fchmod: 91,
  fchown: 93,
  fsetxattr: 190,
  fremovexattr: 199,
};
