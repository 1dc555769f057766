/* Tasks for tests. */
import { threadId } from 'node:worker_threads'

export const idOfThread = () => threadId

export const double = (number: number) => number * 2
export const later = async (text: string) => text.toUpperCase()
export function fail(message: string): never {
  throw new RangeError(message)
}
export function throwLater() {
  setTimeout(() => {
    throw new Error('too late')
  }, 50)
  return threadId
}
export function loop(): never {
  for (;;) continue
}
export const backtrack = (text: string) => new RegExp('(a+)+$').test(text)
export const exit = () => process.exit(1)
/** Waits without using CPU time, as a thread does on a busy machine. */
export const wait = (duration_ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration_ms)
export function fill(): number {
  const all: string[][] = []
  for (;;) all.push(Array.from({ length: 100_000 }, (_, index) => `${all.length} ${index}`))
}
export function fillBuffers(): never {
  const held: Uint8Array[] = []
  for (;;) held.push(new Uint8Array(1024 * 1024).fill(1).subarray(held.length % 2))
}
