import type { Hubspot, HubspotMapping, HubspotProperty } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { Select } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useHubspotActions, useProperties } from './data.ts'
import { useMappableFields } from './field-label.ts'

const directions = ['both', 'in', 'out'] as const
const rules = ['newest', 'hubspot', 'empty'] as const
const columns = 'gap-2 xl:grid-cols-4'
const newRow: HubspotMapping = { field: '', property: '', direction: 'both', rule: 'newest' }

/** Which field belongs to which HubSpot property. */
export function MappingSection({ hubspot }: { hubspot: Hubspot }) {
  const t = useT()
  const { integration_id, account } = hubspot
  const query = useProperties(integration_id, account)
  const properties = query.data
  const { saveMapping } = useHubspotActions(integration_id)
  const [rows, setRows] = useState(hubspot.mapping)
  const { run, isBusy, problem } = useAsyncAction(async () => {
    await saveMapping(rows)
    toast.success(t('hubspot.mapping_saved'))
  })
  const set = (index: number, changes: Partial<HubspotMapping>) =>
    setRows(rows.map((row, position) => (position === index ? { ...row, ...changes } : row)))
  const errorsOf = (index: number) =>
    Object.entries(problem?.errors ?? {}).flatMap(([name, errors]) =>
      name.startsWith(`mapping.${index}.`) ? errors : [],
    )
  const isDirty = JSON.stringify(rows) !== JSON.stringify(hubspot.mapping)
  return (
    <Section title={t('hubspot.mapping')} description={t('hubspot.mapping_text')}>
      {properties ? (
        <div className="flex flex-col gap-4">
          <div aria-hidden className={cn(columns, 'hidden pr-11 text-sm text-muted xl:grid')}>
            <span>{t('hubspot.column_field')}</span>
            <span>{t('hubspot.column_property')}</span>
            <span>{t('hubspot.column_direction')}</span>
            <span>{t('hubspot.column_rule')}</span>
          </div>
          <ol className="flex flex-col gap-3 xl:-mt-2 xl:gap-2">
            {rows.map((row, index) => (
              <li key={index} className="max-xl:rounded-card max-xl:border max-xl:border-line max-xl:p-3">
                <MappingRow
                  integration_id={integration_id}
                  row={row}
                  number={index + 1}
                  properties={properties}
                  onChange={(changes) => set(index, changes)}
                  onRemove={() => setRows(rows.filter((_, position) => position !== index))}
                />
                {errorsOf(index).length > 0 && (
                  <p role="alert" className="mt-2 text-sm text-danger">
                    {errorsOf(index).join(' ')}
                  </p>
                )}
              </li>
            ))}
          </ol>
          {problem && <Alert tone="danger" title={problem.errors ? problem.message : errorText(problem)} />}
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" isBusy={isBusy} disabled={!isDirty} onClick={() => void run()}>
              {t('hubspot.mapping_save')}
            </Button>
            <Button icon="plus" onClick={() => setRows([...rows, newRow])}>
              {t('hubspot.mapping_add')}
            </Button>
          </div>
        </div>
      ) : (
        <LoadFallback title={t('hubspot.properties_failed')} query={query}>
          <Skeleton className="h-80 rounded-card" />
        </LoadFallback>
      )}
    </Section>
  )
}

interface RowProps {
  integration_id: string
  row: HubspotMapping
  number: number
  properties: readonly HubspotProperty[]
  onChange: (changes: Partial<HubspotMapping>) => void
  onRemove: () => void
}
function MappingRow({ integration_id, row, number, properties, onChange, onRemove }: RowProps) {
  const t = useT()
  const { fields } = useMappableFields(integration_id)
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
      <div className={cn(columns, 'grid sm:max-xl:grid-cols-2')}>
        <Select
          aria-label={t('hubspot.mapping_field', { number })}
          value={row.field}
          onChange={({ target }) => onChange({ field: target.value })}
        >
          <option value="">{t('hubspot.choose_field')}</option>
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('hubspot.mapping_property', { number })}
          value={row.property}
          onChange={({ target }) => onChange({ property: target.value })}
        >
          <option value="">{t('hubspot.choose_property')}</option>
          {properties.map(({ name, label }) => (
            <option key={name} value={name} translate="no">
              {label}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('hubspot.mapping_direction', { number })}
          value={row.direction}
          onChange={({ target }) =>
            onChange({ direction: directions.find((each) => each === target.value) ?? 'both' })
          }
        >
          {directions.map((direction) => (
            <option key={direction} value={direction}>
              {t(`hubspot.direction_${direction}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('hubspot.mapping_rule', { number })}
          value={row.rule}
          onChange={({ target }) =>
            onChange({ rule: rules.find((each) => each === target.value) ?? 'newest' })
          }
        >
          {rules.map((rule) => (
            <option key={rule} value={rule}>
              {t(`hubspot.rule_${rule}`)}
            </option>
          ))}
        </Select>
      </div>
      <IconButton icon="trash" label={t('hubspot.mapping_remove', { number })} onClick={onRemove} />
    </div>
  )
}
