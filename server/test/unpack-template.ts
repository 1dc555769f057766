import { unpackTemplate } from './template.ts'

/* Lays a migrated database down in the data folder that it is given, for tests of other packages. */
await unpackTemplate(process.argv[2] ?? '')
