import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'
import { setFlagsFromString } from 'node:v8'

const gibibyte = 1024 ** 3

/** Whether the machine or the container has less than 2 GiB of memory. */
export const hasLittleMemory = (): boolean =>
  Math.min(totalmem(), constrainedMemory() || Infinity) < 2 * gibibyte

/**
 * Compiles WebAssembly with V8's baseline compiler only. The optimizing compiler takes 400 MB to compile PostgreSQL,
 * and makes it a third faster. Applies to modules that are compiled later. See decision 002.
 */
export function useBaselineCompiler() {
  // The flags that `--liftoff-only` implies, which V8 resolves only before any code runs.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
