import {
  type ImportColumn,
  type ImportDraft,
  type ImportPlan,
  type ImportTarget,
  importTargets,
  isContactTextField,
} from '@ozvi/contract'
import type { Key } from '#platform/i18n/keys.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Select } from '#ui/input.tsx'
import { useContactFields } from '#dashboard/custom-fields'

export const targetLabel = (target: ImportTarget): Key =>
  isContactTextField(target) ? `contacts.field_${target}` : `contact-imports.target_${target}`

const samplesShown = 3

/** The columns if the first row has their names, or if it is a contact. */
export const columnsOf = (draft: ImportDraft, has_header: boolean): Omit<ImportColumn, 'guess'>[] =>
  draft.columns.map(({ name, samples: [first = '', ...others] }) => {
    if (has_header === draft.has_header) return { name, samples: [first, ...others] }
    return has_header ? { name: first, samples: others } : { name: '', samples: [name, first, ...others] }
  })

/** Columns with their first values and the field of each. */
export function ColumnList({
  integration_id,
  columns,
  targets,
  onChange,
}: {
  integration_id: string
  columns: ReturnType<typeof columnsOf>
  targets: ImportPlan['columns']
  onChange: (targets: ImportPlan['columns']) => void
}) {
  const t = useT()
  const { data: fields } = useContactFields(integration_id)
  return (
    <ul className="flex flex-col divide-y divide-line rounded-card border border-line">
      {columns.map(({ name, samples }, position) => {
        const title = name || t('contact-imports.column', { number: position + 1 })
        return (
          <li
            // Columns can share a name and never move, so their index identifies them.
            key={position}
            className="grid gap-2 px-3 py-2.5 sm:grid-cols-[1fr_14rem] sm:items-center sm:gap-4"
          >
            <span className="min-w-0">
              <span className="block truncate text-base font-medium">{title}</span>
              <span className="block truncate text-sm text-muted">
                {samples.filter(Boolean).slice(0, samplesShown).join(' · ') ||
                  t('contact-imports.no_samples')}
              </span>
            </span>
            <Select
              aria-label={t('contact-imports.target', { column: title })}
              value={targets[position] ?? ''}
              onChange={({ target }) =>
                onChange(targets.map((one, index) => (index === position ? target.value || null : one)))
              }
            >
              <option value="">{t('contact-imports.leave_out')}</option>
              {importTargets.map((target) => (
                <option key={target} value={target}>
                  {t(targetLabel(target))}
                </option>
              ))}
              {fields?.map((field) => (
                <option key={field.id} value={field.id}>
                  {field.name}
                </option>
              ))}
            </Select>
          </li>
        )
      })}
    </ul>
  )
}
