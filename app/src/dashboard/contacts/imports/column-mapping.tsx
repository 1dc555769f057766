import type { ImportDraft, ImportPlan } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Select } from '#ui/input.tsx'
import { ColumnList, columnsOf, targetLabel } from './column-list.tsx'

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
  const [columns, setColumns] = useState(
    () => plan?.columns ?? draft.columns.map(({ guess: suggestion }) => suggestion),
  )
  const [match_by, setMatchBy] = useState<ImportPlan['match_by']>(
    plan?.match_by ?? (columns.includes('external_id') ? 'external_id' : 'email'),
  )
  const [on_existing, setOnExisting] = useState<ImportPlan['on_existing']>(plan?.on_existing ?? 'update')
  const [has_header, setHeader] = useState(plan?.has_header ?? draft.has_header)
  const rows = draft.import.rows_total + Number(draft.has_header) - Number(has_header)
  const { run, isBusy, problem } = useAsyncAction(() =>
    onCheck({ columns, match_by, on_existing, has_header }),
  )
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
          rows,
          encoding: draft.encoding.toUpperCase(),
        })}
      </p>
      <Checkbox
        label={t('contact-imports.has_header')}
        hint={has_header ? undefined : t('contact-imports.no_header')}
        checked={has_header}
        onChange={({ target }) => setHeader(target.checked)}
      />
      {has_header && draft.columns.every(({ guess: suggestion }) => !suggestion) && (
        <Alert tone="warning" title={t('contact-imports.no_guess')} />
      )}
      <ColumnList
        integration_id={integration_id}
        columns={columnsOf(draft, has_header)}
        targets={columns}
        onChange={setColumns}
      />
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
        label={t('contact-imports.check', { rows: formats.number(rows) })}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </Form>
  )
}
