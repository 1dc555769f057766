/*
 * What keeps the memory of the server's process small; see decision 049. The Dockerfile repeats it.
 */

/** Options of Node. The default, 16 MB for each thread, isn't faster. */
export const serverFlags = ['--max-semi-space-size=4']

/** Make the memory allocator of Linux (glibc) return freed memory to the system. Other systems ignore them. */
export const serverEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
