/*
 * Writes migrations/schema.ts: Kysely's types of the migrated schema, as our pool delivers its values.
 * Run by hand after a change to the migrations: node src/platform/database/generate-types.ts
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import {
  ColumnTypeNode,
  generate,
  PostgresDialect as CodegenDialect,
  RawExpressionNode,
} from 'kysely-codegen'
import { pino } from 'pino'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

const column = (read: string, write: string) =>
  new ColumnTypeNode(new RawExpressionNode(read), new RawExpressionNode(write), new RawExpressionNode(write))

/**
 * The types of the schema that the migrations in `folder` lead to. Columns whose values have a type of their
 * own are named in `column-types.json` beside them, in the words of the contract.
 */
export async function schemaTypes(folder: string): Promise<string> {
  const dialect = new CodegenDialect({ dateParser: 'string', numericParser: 'number' })
  // As column-values.ts parses them.
  dialect.adapter.definitions.Timestamp = column('string', 'Date | string')
  dialect.adapter.definitions.Int8 = column('number', 'bigint | number')
  const named: Record<string, string> = JSON.parse(
    await readFile(join(folder, 'column-types.json'), 'utf8'),
  ).columns
  // Raw, since the generator would parse plain text with a TypeScript that is not there any more.
  const columns = Object.fromEntries(
    // The generator adds ` | null` to columns that may be.
    Object.entries(named).map(([name, type]) => [name, new RawExpressionNode(type.replace(' | null', ''))]),
  )
  const database = await openEmbedded({ log: pino({ level: 'warn' }) })
  try {
    await migrate(database.pool, folder)
    const types = await generate({
      db: new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) }),
      dialect,
      overrides: { columns },
      excludePattern: 'schema_migration',
      outFile: null,
    })
    const speaks_contract = Object.values(named).some((type) => type.includes('contract.'))
    const importKysely = 'import type { ColumnType } from "kysely";'
    const importContract = 'import type * as contract from "@ozvi/contract";'
    return speaks_contract ? types.replace(importKysely, `${importContract}\n${importKysely}`) : types
  } finally {
    await database.close()
  }
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../../../migrations')
  await writeFile(join(folder, 'schema.ts'), await schemaTypes(folder))
}
