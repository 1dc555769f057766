/*
 * Makes a new data folder: node embedded-create.ts <folder>
 * A process of its own, because initdb takes half a gigabyte that WebAssembly never gives back.
 */
import { PGlite } from '@electric-sql/pglite'

process.on('disconnect', () => process.exit(1)) // whoever asked for it is gone

const db = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await db.close()
process.exit()
