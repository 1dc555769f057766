import {
  type ImportDraft,
  type ImportPlan,
  type ImportTarget,
  importTargets,
  isContactTextField,
} from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-action.ts'
import type { Key } from '#platform/i18n/keys.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Select } from '#ui/input.tsx'
import { useContactFields } from '#dashboard/custom-fields'

const targetLabel = (target: ImportTarget): Key =>
  isContactTextField(target) ? `contacts.field_${target}` : `contact-imports.target_${target}`

const samplesShown = 3
const matches = ['email', 'external_id'] as const
const onExisting = ['skip', 'update'] as const

/** Maps columns to fields, with the first rows, and decides what happens to existing contacts. */
export function ColumnMapping({
  integration_id,
  draft,
  plan,
  onCheck,
  onCancel,
}: {
  integration_id: string
  draft: ImportDraft
  /** The previous plan; null uses suggestions. */
  plan: ImportPlan | null
  onCheck: (plan: ImportPlan) => Promise<void>
  onCancel: () => void
}) {
  const t = useT()
  const formats = useFormats()
  const { data: fields } = useContactFields(integration_id)
  const [columns, setColumns] = useState(
    () => plan?.columns ?? draft.columns.map(({ guess: suggestion }) => suggestion),
  )
  const [match_by, setMatchBy] = useState<ImportPlan['match_by']>(
    plan?.match_by ?? (columns.includes('external_id') ? 'external_id' : 'email'),
  )
  const [on_existing, setOnExisting] = useState<ImportPlan['on_existing']>(plan?.on_existing ?? 'update')
  const { run, isBusy, problem } = useAsyncAction(() => onCheck({ columns, match_by, on_existing }))
  return (
    <Form
      id="import"
      labels={{ match_by: t('contact-imports.match_by'), on_existing: t('contact-imports.on_existing') }}
      problem={problem}
      onSubmit={() => void run()}
    >
      <p className="text-base text-muted">
        {t('contact-imports.found', {
          name: draft.import.file_name,
          rows: draft.import.rows_total,
          encoding: draft.encoding.toUpperCase(),
        })}
      </p>
      {!draft.has_header && <Alert title={t('contact-imports.no_header')} />}
      {draft.has_header && draft.columns.every(({ guess: suggestion }) => !suggestion) && (
        <Alert tone="warning" title={t('contact-imports.no_guess')} />
      )}
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line">
        {draft.columns.map(({ name, samples }, position) => {
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
                value={columns[position] ?? ''}
                onChange={({ target }) =>
                  setColumns(
                    columns.map((column, index) => (index === position ? target.value || null : column)),
                  )
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
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="match_by">
          <Select
            value={match_by}
            onChange={({ target }) => setMatchBy(matches.find((one) => one === target.value) ?? 'email')}
          >
            {matches.map((one) => (
              <option key={one} value={one}>
                {t(targetLabel(one))}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="on_existing">
          <Select
            value={on_existing}
            onChange={({ target }) =>
              setOnExisting(onExisting.find((one) => one === target.value) ?? 'update')
            }
          >
            {onExisting.map((one) => (
              <option key={one} value={one}>
                {t(`contact-imports.on_existing_${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <FormActions
        label={t('contact-imports.check', { rows: formats.number(draft.import.rows_total) })}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </Form>
  )
}
