/*
 * Creates a data folder: node embedded-create.ts <folder>
 * A separate process, because initdb takes memory that WebAssembly never releases.
 */
import { PGlite } from '@electric-sql/pglite'
import { useBaselineCompiler } from './wasm-compiler.ts'

process.on('disconnect', () => process.exit(1)) // the parent process is gone

useBaselineCompiler()
const db = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await db.close()
process.exit()
