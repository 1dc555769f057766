import { setFlagsFromString } from 'node:v8'

/**
 * Compiles WebAssembly with V8's baseline compiler only. The optimizing compiler takes 500 MB to compile PostgreSQL,
 * which is more than a small server has. Applies to modules that are compiled later. See decision 002.
 */
export function useBaselineCompiler() {
  // What `--liftoff-only` stands for on the command line, where V8 resolves it before any code runs.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
