import { unpackTemplate } from './template.ts'

/* Copies a migrated database to the given data folder, for tests of other packages. */
await unpackTemplate(process.argv[2] ?? '')
