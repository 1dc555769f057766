import { type Hubspot, hubspotPropertiesMax, type HubspotProperty } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useHubspotActions, useProperties } from './data.ts'

/** Properties that are shown with contacts and used in conditions of scenarios. */
export function PropertiesSection({ hubspot }: { hubspot: Hubspot }) {
  const t = useT()
  const { integration_id, account } = hubspot
  const query = useProperties(integration_id, account)
  const properties = query.data
  return (
    <Section title={t('hubspot.properties')} description={t('hubspot.properties_text')}>
      {properties ? (
        <PropertyChoice hubspot={hubspot} properties={properties.filter((each) => !each.is_reference)} />
      ) : (
        <LoadFallback title={t('hubspot.properties_failed')} query={query}>
          <Skeleton className="h-72 rounded-card" />
        </LoadFallback>
      )}
    </Section>
  )
}

/** The chosen ones first, so that a long list shows them without a search. */
const inOrder = (properties: readonly HubspotProperty[], chosen: readonly string[]) => [
  ...chosen.flatMap((name) => properties.find((each) => each.name === name) ?? []),
  ...properties.filter(({ name }) => !chosen.includes(name)),
]
const matches = ({ name, label }: HubspotProperty, search: string) =>
  [name, label].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()))

function PropertyChoice({
  hubspot,
  properties,
}: {
  hubspot: Hubspot
  properties: readonly HubspotProperty[]
}) {
  const t = useT()
  const { saveProperties } = useHubspotActions(hubspot.integration_id)
  const [chosen, setChosen] = useState<readonly string[]>(hubspot.properties)
  const [search, setSearch] = useState('')
  const { run, isBusy, problem } = useAsyncAction(async () => {
    await saveProperties([...chosen])
    toast.success(t('hubspot.properties_saved'))
  })
  const isFull = chosen.length >= hubspotPropertiesMax
  const isDirty = JSON.stringify(chosen) !== JSON.stringify(hubspot.properties)
  const found = inOrder(properties, hubspot.properties).filter((each) => matches(each, search))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput
          label={t('hubspot.properties_search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <p role="status" className="text-sm text-muted">
          {t('hubspot.properties_count', { count: chosen.length, max: hubspotPropertiesMax })}
        </p>
      </div>
      <fieldset>
        <legend className="sr-only">{t('hubspot.properties')}</legend>
        <div className="grid max-h-72 gap-x-6 gap-y-2 overflow-y-auto rounded-control border border-line p-3 sm:grid-cols-2">
          {found.length === 0 && <p className="text-sm text-muted">{t('hubspot.properties_none')}</p>}
          {found.map(({ name, label, type }) => {
            const isChosen = chosen.includes(name)
            return (
              <Checkbox
                key={name}
                label={label}
                hint={t(`hubspot.type_${type}`)}
                checked={isChosen}
                disabled={isFull && !isChosen}
                className="min-w-0 break-words"
                onChange={() =>
                  setChosen(isChosen ? chosen.filter((each) => each !== name) : [...chosen, name])
                }
              />
            )
          })}
        </div>
      </fieldset>
      {problem && <Alert tone="danger" title={errorText(problem)} />}
      <div>
        <Button variant="primary" isBusy={isBusy} disabled={!isDirty} onClick={() => void run()}>
          {t('hubspot.properties_save')}
        </Button>
      </div>
    </div>
  )
}
