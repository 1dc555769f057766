import { type FilterField, type FilterText, parseFilter, serializeFilter } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useCommands } from '#dashboard/commands'
import { useInbox } from '../layout/inbox-context.ts'
import { type ChoiceField, useFilterOptions } from './filter-labels.ts'

/** In the order offered. */
const fields = [
  'status',
  'assignee',
  'team',
  'tag',
  'priority',
  'waiting_min',
  'locale',
  'handler',
  'resolved_by',
] as const satisfies ChoiceField[]
/** Fields with one value; the others are alternatives. */
const single: readonly FilterField[] = ['waiting_min']

/** Filters by keyboard: first the field, then the value, which applies immediately. */
export function FilterCommands({ onAll }: { onAll: () => void }) {
  const t = useT()
  const { integration, listParams, setFilter } = useInbox()
  const choices = useFilterOptions(integration.id)
  const current: FilterText = serializeFilter(listParams.filter)
  const valuesOf = (field: ChoiceField) => current[field]?.split(',') ?? []
  /** Adds a value, or removes one that is set. */
  function toggle(field: ChoiceField, value: string) {
    const others = single.includes(field) ? [] : valuesOf(field).filter((each) => each !== value)
    const next = valuesOf(field).includes(value) ? others : [...others, value]
    const { [field]: _, ...rest } = current
    setFilter(parseFilter(next.length > 0 ? { ...rest, [field]: next.join(',') } : rest))
  }
  useCommands({
    filter: {
      options: () => [
        ...fields
          .filter((field) => choices[field].length > 0)
          .map((field) => ({
            label: t(`search.${field}`),
            options: () =>
              choices[field].map(({ value, label }) => ({
                label,
                ...(valuesOf(field).includes(value) ? { hint: t('search.filter_on') } : {}),
                run: () => toggle(field, value),
              })),
          })),
        { label: t('search.filter_all'), run: onAll },
      ],
    },
  })
  return null
}
