import type { Names } from './names.ts'

export const appFiles = ({
  feature,
  camel,
  camels,
  Pascal,
  Pascals,
  snake,
}: Names): Record<string, string> => ({
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

/** Updated live when other members change them. */
export function use${Pascals}(integration_id: string) {
  const query = ${camels}Of(integration_id)
  useLiveQuery(query, ${camel}Created, { integration_id }, apply${Pascal}Created)
  useLiveQuery(query, ${camel}Deleted, { integration_id }, apply${Pascal}Deleted)
  return useQuery(query)
}

/** Each action shows the server's response immediately. */
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

export const appPage = ({ feature, singular, camels, Pascal, Pascals }: Names): Record<string, string> => ({
  [`app/src/dashboard/${feature}/${feature}-page.tsx`]: `import { can } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
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
  const query = use${Pascals}(integration.id)
  const list = query.data
  const actions = use${Pascal}Actions(integration.id)
  const canManage = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{\`\${t('${feature}.title')} – \${integration.name}\`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('${feature}.title')}</h1>
      {canManage && <New${Pascal}Form onCreate={actions.create} />}
      {!list ? (
        <LoadFallback title={t('${feature}.failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
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

export const appForm = ({ feature, singular, camel, Pascal }: Names): Record<string, string> => ({
  [`app/src/dashboard/${feature}/new-${singular}-form.tsx`]: `import { ${camel}NameCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
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

export const messageFiles = ({ feature, title }: Names): Record<string, string> => ({
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
