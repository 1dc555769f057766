/** The names of a feature, as each file spells them: `note-templates`. */
export interface Names {
  /** `note-templates` */
  feature: string
  /** `note-template` */
  singular: string
  /** `noteTemplates` */
  camels: string
  /** `noteTemplate` */
  camel: string
  /** `NoteTemplates` */
  Pascals: string
  /** `NoteTemplate` */
  Pascal: string
  /** `note_template` */
  snake: string
  /** `note templates` */
  words: string
  /** `note template` */
  word: string
  /** `Note templates` */
  title: string
}

export function namesOf(feature: string): Names {
  const singular = feature.replace(/ies$/, 'y').replace(/s$/, '')
  const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const words = feature.replaceAll('-', ' ')
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  return {
    feature,
    singular,
    camels: camelCase(feature),
    camel: camelCase(singular),
    Pascals: capital(camelCase(feature)),
    Pascal: capital(camelCase(singular)),
    snake: singular.replaceAll('-', '_'),
    words,
    word: singular.replaceAll('-', ' '),
    title: capital(words),
  }
}

/** The files of a new feature: a list whose entries have a name, from the table to the settings page. */
export function filesOf(names: Names, migration: string): Record<string, string> {
  return {
    ...contractFiles(names),
    ...serverFiles(names, migration),
    ...serviceFiles(names),
    ...serverTest(names),
    ...appFiles(names),
    ...appPage(names),
    ...appForm(names),
    ...messageFiles(names),
  }
}

const contractFiles = ({ feature, singular, camel, Pascal, Pascals, snake, words, word }: Names) => ({
  [`contract/src/${feature}/${feature}.ts`]: `import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './${feature}.schema.ts'

export type { ${Pascal} } from './${feature}.schema.ts'

export const ${camel}NameCharsMax = 80

/** Lists all ${words}, oldest first. */
export const list${Pascals} = defineRoute<typeof schema.list${Pascals}>()(
  'GET',
  '/api/integration/:integration_id/${singular}',
)
/** Creates a ${word}. */
export const create${Pascal} = defineRoute<typeof schema.create${Pascal}>()(
  'POST',
  '/api/integration/:integration_id/${singular}',
)
/** Deletes a ${word}. */
export const delete${Pascal} = defineRoute<typeof schema.delete${Pascal}>()(
  'DELETE',
  '/api/integration/:integration_id/${singular}/:${snake}_id',
)

export const ${camel}Created = defineEvent<typeof schema.${camel}Created>()('${Pascal}Created', workspaceChannel)
export const ${camel}Deleted = defineEvent<typeof schema.${camel}Deleted>()('${Pascal}Deleted', workspaceChannel)

export const apply${Pascal}Created = (list: readonly schema.${Pascal}[], created: schema.${Pascal}): schema.${Pascal}[] =>
  list.some(({ id }) => id === created.id) ? [...list] : [...list, created]
export const apply${Pascal}Deleted = (list: readonly schema.${Pascal}[], { id }: { id: string }): schema.${Pascal}[] =>
  list.filter((${camel}) => ${camel}.id !== id)
`,
  [`contract/src/${feature}/${feature}.schema.ts`]: `import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { ${camel}NameCharsMax } from './${feature}.ts'

export const ${Pascal} = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  created_at: Time,
})
export type ${Pascal} = z.infer<typeof ${Pascal}>

export const list${Pascals} = schemas({ output: z.array(${Pascal}), problems: ['not_found'] })
export const create${Pascal} = schemas({
  input: z.object({ name: text(1, ${camel}NameCharsMax) }),
  output: ${Pascal},
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const delete${Pascal} = schemas({ output: Nothing, problems: ['not_found', 'forbidden'] })
export const ${camel}Created = ${Pascal}
export const ${camel}Deleted = z.object({ id: Id, integration_id: Id })
`,
})

const serverFiles = (
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

const serviceFiles = ({ feature, camel, Pascal, Pascals, snake }: Names): Record<string, string> => ({
  [`server/src/features/${feature}/service.ts`]: `import { type Input, ${camel}Created, ${camel}Deleted, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import * as store from './store.ts'

export const list${Pascals} = (ctx: Context, { integration_id }: MemberActor) =>
  store.list${Pascals}(ctx.db, integration_id)

export const create${Pascal} = (
  ctx: Context,
  { integration_id }: MemberActor,
  { name }: Input<typeof contract.create${Pascal}>,
) =>
  ctx.transaction(async (tx) => {
    const created_at = new Date(ctx.now()).toISOString()
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

const serverTest = ({ feature, camel, Pascal, Pascals, snake }: Names): Record<string, string> => ({
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

const appFiles = ({ feature, camel, camels, Pascal, Pascals, snake }: Names): Record<string, string> => ({
  [`app/src/dashboard/${feature}/feature.ts`]: `import type { AppFeature } from '../../app-feature.ts'

export const ${camels} = {
  pages: [
    {
      name: 'app-i-integrationId-settings-${feature}',
      path: 'app/i/:integrationId/settings/${feature}',
      file: 'dashboard/${feature}/${feature}-page.tsx',
      layout: 'settings',
      hasLazyMessages: true,
      access: 'member',
    },
  ],
  lazyMessages: ['${feature}'],
} as const satisfies AppFeature
`,
  [`app/src/dashboard/${feature}/data.ts`]: `import {
  apply${Pascal}Created,
  apply${Pascal}Deleted,
  create${Pascal},
  delete${Pascal},
  list${Pascals},
  ${camel}Created,
  ${camel}Deleted,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'

export const ${camels}Of = (integration_id: string) =>
  queryOptions({
    queryKey: ['${feature}', { integration_id }],
    queryFn: () => call(list${Pascals}, { integration_id }),
  })

/** Live with changes of other members. */
export function use${Pascals}(integration_id: string) {
  const query = ${camels}Of(integration_id)
  useLiveQuery(query, ${camel}Created, { integration_id }, apply${Pascal}Created)
  useLiveQuery(query, ${camel}Deleted, { integration_id }, apply${Pascal}Deleted)
  return useQuery(query)
}

/** Each action shows the server's answer immediately. */
export function use${Pascal}Actions(integration_id: string) {
  const cache = useQueryClient()
  const query = ${camels}Of(integration_id)
  return {
    async create(name: string) {
      const created = await call(create${Pascal}, { integration_id, name })
      changeData(cache, query, (list) => apply${Pascal}Created(list, created))
    },
    async remove(id: string) {
      await call(delete${Pascal}, { integration_id, ${snake}_id: id })
      changeData(cache, query, (list) => apply${Pascal}Deleted(list, { id }))
    },
  }
}
`,
})

const appPage = ({ feature, singular, camels, Pascal, Pascals }: Names): Record<string, string> => ({
  [`app/src/dashboard/${feature}/${feature}-page.tsx`]: `import { can } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { ${camels}Of, use${Pascal}Actions, use${Pascals} } from './data.ts'
import { New${Pascal}Form } from './new-${singular}-form.tsx'

export const queries: Queries = inWorkspace(({ id }) => [${camels}Of(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ${Pascals}Page() {
  const t = useT()
  const integration = useIntegration()
  const { data: list, error, isFetching, refetch } = use${Pascals}(integration.id)
  const actions = use${Pascal}Actions(integration.id)
  const canManage = can(integration.role, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{\`\${t('${feature}.title')} – \${integration.name}\`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('${feature}.title')}</h1>
      {canManage && <New${Pascal}Form onCreate={actions.create} />}
      {!list ? (
        error ? (
          <LoadError title={t('${feature}.failed')} error={error} isFetching={isFetching} refetch={refetch} />
        ) : (
          <SkeletonArea>
            <Skeleton className="h-56 rounded-card" />
          </SkeletonArea>
        )
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {list.map(({ id, name }) => (
              <li key={id} className="flex min-h-12 items-center gap-3 py-1 pr-2 pl-4">
                <span className="min-w-0 flex-1 truncate text-base font-medium">{name}</span>
                {canManage && (
                  <IconButton
                    icon="trash"
                    size="sm"
                    label={t('${feature}.delete_named', { name })}
                    onClick={() => void actions.remove(id).catch((failure: unknown) => toastError(failure, t))}
                  />
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
`,
})

const appForm = ({ feature, singular, camel, Pascal }: Names): Record<string, string> => ({
  [`app/src/dashboard/${feature}/new-${singular}-form.tsx`]: `import { ${camel}NameCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'

export function New${Pascal}Form({ onCreate }: { onCreate: (name: string) => Promise<void> }) {
  const t = useT()
  const [name, setName] = useState('')
  const { run, isBusy, problem } = useAsyncAction(onCreate)
  return (
    <Form
      id="new-${feature}"
      labels={{ name: t('${feature}.name') }}
      problem={problem}
      onSubmit={() => void run(name).then((isDone) => isDone && setName(''))}
    >
      <Field name="name">
        <Input value={name} maxLength={${camel}NameCharsMax} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Button type="submit" variant="primary" className="self-start" isBusy={isBusy}>
        {t('${feature}.create')}
      </Button>
    </Form>
  )
}
`,
})

const messageFiles = ({ feature, title }: Names): Record<string, string> => ({
  [`app/locales/en/${feature}.json`]: `${JSON.stringify(
    {
      title,
      failed: 'Couldn’t load the list',
      name: 'Name',
      create: 'Add',
      delete_named: 'Delete {name}',
    },
    null,
    2,
  )}\n`,
  [`app/locales/sk/${feature}.json`]: `${JSON.stringify(
    {
      title,
      failed: 'Zoznam sa nepodarilo načítať',
      name: 'Názov',
      create: 'Pridať',
      delete_named: 'Odstrániť {name}',
    },
    null,
    2,
  )}\n`,
})
