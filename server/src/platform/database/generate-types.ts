/*
 * Writes migrations/schema.ts: Kysely's types of the migrated schema, as our pool returns its values.
 * Run it after changing migrations: npm run generate
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
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

const column = (read: string, write: string) =>
  new ColumnTypeNode(new RawExpressionNode(read), new RawExpressionNode(write), new RawExpressionNode(write))

/**
 * Generates types for the schema after the migrations in `folder`. Columns with a more specific type are
 * listed in `column-types.json`, in terms of the contract.
 */
export async function schemaTypes(folder: string): Promise<string> {
  const dialect = new CodegenDialect({ dateParser: 'string', numericParser: 'number' })
  // As column-values.ts parses them.
  dialect.adapter.definitions.Timestamp = column('string', 'Date | string')
  dialect.adapter.definitions.Int8 = column('number', 'bigint | number')
  const columnTypes: Record<string, string> = JSON.parse(
    await readFile(join(folder, 'column-types.json'), 'utf8'),
  ).columns
  // Raw, because the generator would parse text with a TypeScript version that isn't installed.
  const columns = Object.fromEntries(
    // The generator adds ` | null` to nullable columns.
    Object.entries(columnTypes).map(([name, type]) => [
      name,
      new RawExpressionNode(type.replace(' | null', '')),
    ]),
  )
  const database = await startEmbedded({ log: pino({ level: 'warn' }) })
  try {
    await migrate(database.pool, folder)
    const types = await generate({
      db: new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) }),
      dialect,
      overrides: { columns },
      excludePattern: 'schema_migration',
      outFile: null,
    })
    const speaks_contract = Object.values(columnTypes).some((type) => type.includes('contract.'))
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
