import type { Names } from './names.ts'

export const serverFiles = (
  { feature, camel, camels, Pascal, Pascals, snake }: Names,
  migration: string,
): Record<string, string> => ({
  [`server/migrations/${migration}-${feature}.sql`]: `create table ${snake} (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  primary key (integration_id, id)
);
`,
  [`server/src/features/${feature}/index.ts`]: `import type { Feature } from '#platform/feature.ts'
import { ${camel}Routes } from './routes.ts'

export const ${camels}: Feature = {
  name: '${feature}',
  routes: ${camel}Routes,
}
`,
  [`server/src/features/${feature}/routes.ts`]: `import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const see = member('workspace.see')
const manage = member('settings.manage')

export function ${camel}Routes(on: On) {
  on(contract.list${Pascals}, schemas.list${Pascals}, see, service.list${Pascals})
  on(contract.create${Pascal}, schemas.create${Pascal}, manage, service.create${Pascal})
  on(contract.delete${Pascal}, schemas.delete${Pascal}, manage, service.delete${Pascal})
}
`,
})

export const serviceFiles = ({ feature, camel, Pascal, Pascals, snake }: Names): Record<string, string> => ({
  [`server/src/features/${feature}/service.ts`]: `import { type Input, ${camel}Created, ${camel}Deleted, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import * as store from './store.ts'

export const list${Pascals} = (ctx: Context, { integration_id }: MemberActor) =>
  store.list${Pascals}(ctx.db, integration_id)

export const create${Pascal} = (
  ctx: Context,
  { integration_id }: MemberActor,
  { name }: Input<typeof contract.create${Pascal}>,
) =>
  ctx.transaction(async (tx) => {
    const created_at = isoNow(ctx)
    const ${camel} = await store.insert${Pascal}(tx, { integration_id, name, created_at })
    tx.emit(${camel}Created, ${camel})
    return ${camel}
  })

export const delete${Pascal} = (
  ctx: Context,
  { integration_id }: MemberActor,
  { ${snake}_id }: Input<typeof contract.delete${Pascal}>,
) =>
  ctx.transaction(async (tx) => {
    if (!(await store.delete${Pascal}(tx, integration_id, ${snake}_id))) throw new Problem('not_found')
    tx.emit(${camel}Deleted, { id: ${snake}_id, integration_id })
    return null
  })
`,
  [`server/src/features/${feature}/store.ts`]: `import type { ${Pascal} } from '@ozvi/contract'
import type { Db, Tx } from '#platform/context/context.ts'

const columns = ['id', 'integration_id', 'name', 'created_at'] as const

export const list${Pascals} = (db: Db, integration_id: string): Promise<${Pascal}[]> =>
  db
    .selectFrom('${snake}')
    .where('integration_id', '=', integration_id)
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insert${Pascal} = (
  tx: Tx,
  ${camel}: Pick<${Pascal}, 'integration_id' | 'name' | 'created_at'>,
): Promise<${Pascal}> =>
  tx.insertInto('${snake}').values(${camel}).returning(columns).executeTakeFirstOrThrow()

/** @returns whether it existed */
export const delete${Pascal} = async (tx: Tx, integration_id: string, id: string): Promise<boolean> =>
  (await tx
    .deleteFrom('${snake}')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
`,
})

export const serverTest = ({ feature, camel, Pascal, Pascals, snake }: Names): Record<string, string> => ({
  [`server/src/features/${feature}/${feature}.test.ts`]: `import {
  apply${Pascal}Created,
  apply${Pascal}Deleted,
  create${Pascal},
  delete${Pascal},
  list${Pascals},
  type ${Pascal},
  ${camel}Created,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

test('REL-04 the old list and the events give the new list', async () => {
  const { browser, integration_id } = await server.seed.conversation()
  const events = server.watch(${camel}Created.channel({ integration_id }))
  const before = await browser.call(list${Pascals}, { integration_id })
  const first = await browser.call(create${Pascal}, { integration_id, name: 'First' })
  await browser.call(create${Pascal}, { integration_id, name: 'Second' })
  await browser.call(delete${Pascal}, { integration_id, ${snake}_id: first.id })
  // Each event has the type of its kind.
  const after = events.reduce(
    (list, { event, data }) =>
      event === '${Pascal}Created'
        ? apply${Pascal}Created(list, data as ${Pascal})
        : event === '${Pascal}Deleted'
          ? apply${Pascal}Deleted(list, data as { id: string })
          : list,
    before,
  )
  expect(after).toEqual(await browser.call(list${Pascals}, { integration_id }))
  expect(after.map(({ name }) => name)).toEqual(['Second'])
})

test('404 for the id of another workspace', async () => {
  const own = await server.seed.conversation()
  const other = await server.seed.conversation()
  const { id } = await own.browser.call(create${Pascal}, { integration_id: own.integration_id, name: 'Ours' })
  await expect(
    other.browser.call(delete${Pascal}, { integration_id: other.integration_id, ${snake}_id: id }),
  ).rejects.toMatchObject({ code: 'not_found' })
})
`,
})
