/*
 * Creates a data folder: node embedded-create.ts <folder>
 * A separate process, because initdb takes half a gigabyte that WebAssembly never releases.
 */
import { PGlite } from '@electric-sql/pglite'

process.on('disconnect', () => process.exit(1)) // the parent process is gone

const db = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await db.close()
process.exit()
