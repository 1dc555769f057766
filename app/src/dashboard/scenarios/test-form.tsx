import type { Locale, MessageFormField, MessageFormValues } from '@ozvi/contract'
import { fieldsShown } from '@ozvi/contract/scenario-form-fields'
import { formText, readForm } from '@ozvi/contract/scenario-forms'
import { type FormEvent, useId, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { ControlContext } from '#ui/control.ts'
import { Input } from '#ui/input.tsx'
import { Choice } from './choice.tsx'

/** The form that the tested run waits for. It validates values as the server does, with the same texts. */
export function TestForm({
  fields,
  locale,
  onSubmit,
}: {
  fields: readonly MessageFormField[]
  locale: Locale
  onSubmit: (values: MessageFormValues, text: string) => void
}) {
  const t = useT()
  const [values, setValues] = useState<MessageFormValues>({})
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  async function send(event: FormEvent) {
    event.preventDefault()
    const read = readForm(fields, values, locale)
    if (read.errors.size === 0) return onSubmit(values, formText(read.answers) || '–')
    // The file has all error texts in both languages, so it's loaded only when one is shown.
    const { fieldText } = await import('@ozvi/contract/error-messages')
    setErrors(new Map([...read.errors].map(([id, code]) => [id, fieldText(locale, code)])))
  }
  return (
    <form
      aria-label={t('scenarios.step_form')}
      noValidate
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-3 rounded-card border border-line p-3"
    >
      {fieldsShown(fields, values).map((field) => (
        <TestField
          key={field.id}
          field={field}
          value={values[field.id]}
          error={errors.get(field.id)}
          locale={locale}
          onChange={(value) => setValues({ ...values, [field.id]: value })}
        />
      ))}
      <div>
        <Button type="submit" size="sm">
          {t('scenarios.test_form_send')}
        </Button>
      </div>
    </form>
  )
}

interface TestFieldProps {
  field: MessageFormField
  value: string | boolean | undefined
  error: string | undefined
  /** The language of the error. */
  locale: Locale
  onChange: (value: string | boolean) => void
}
function TestField({ field, value, error, locale, onChange }: TestFieldProps) {
  const t = useT()
  const id = useId()
  const text = typeof value === 'string' ? value : ''
  const label = field.text || t('scenarios.missing')
  const invalid = error ? ({ 'aria-describedby': `${id}-error`, 'aria-invalid': true } as const) : {}
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ControlContext value={{ id, name: field.id, ...invalid }}>
        {field.kind === 'consent' ? (
          <Checkbox
            label={label}
            checked={value === true}
            onChange={({ target }) => onChange(target.checked)}
          />
        ) : (
          <>
            <label htmlFor={id} className="text-sm font-medium">
              {label}
            </label>
            {field.kind === 'choice' ? (
              <Choice
                value={text}
                options={field.choices.map((choice) => ({ value: choice.id, label: choice.text }))}
                onChange={onChange}
              />
            ) : (
              <Input
                type={field.kind === 'date' ? 'date' : 'text'}
                value={text}
                autoComplete="off"
                onChange={({ target }) => onChange(target.value)}
              />
            )}
          </>
        )}
      </ControlContext>
      {error && (
        <p id={`${id}-error`} role="alert" lang={locale} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
