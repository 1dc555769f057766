import type { MessageFormField, MessageFormValues } from '@ozvi/contract'
import { fieldsShown } from '@ozvi/contract/scenario-form-fields'
import { formText, readForm } from '@ozvi/contract/scenario-forms'
import type { Locale } from '@ozvi/contract'
import { type FormEvent, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Input } from '#ui/input.tsx'
import { Choice } from './choice.tsx'
import { Labeled } from './labeled.tsx'

/** A form that the test’s run waits at; it checks values as the server does. */
export function TestForm({
  fields,
  locale,
  onSubmit,
}: {
  fields: readonly MessageFormField[]
  locale: Locale
  onSubmit: (values: MessageFormValues, said: string) => void
}) {
  const t = useT()
  const [values, setValues] = useState<MessageFormValues>({})
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set())
  const set = (id: string, value: string | boolean) => setValues({ ...values, [id]: value })
  function send(event: FormEvent) {
    event.preventDefault()
    const { answers, errors } = readForm(fields, values, locale)
    setInvalid(new Set(errors.keys()))
    if (errors.size === 0) onSubmit(values, formText(answers) || '–')
  }
  const control = (field: MessageFormField) => {
    const value = values[field.id]
    const text = typeof value === 'string' ? value : ''
    if (field.kind === 'choice')
      return (
        <Choice
          value={text}
          options={field.choices.map(({ id, text: label }) => ({ value: id, label }))}
          onChange={(chosen) => set(field.id, chosen)}
        />
      )
    const type = field.kind === 'date' ? 'date' : 'text'
    return (
      <Input
        type={type}
        value={text}
        autoComplete="off"
        aria-invalid={invalid.has(field.id)}
        onChange={({ target }) => set(field.id, target.value)}
      />
    )
  }
  return (
    <form
      aria-label={t('scenarios.step_form')}
      noValidate
      onSubmit={send}
      className="flex flex-col gap-3 rounded-card border border-line p-3"
    >
      {fieldsShown(fields, values).map((field) => (
        <div key={field.id}>
          {field.kind === 'consent' ? (
            <Checkbox
              label={field.text}
              checked={values[field.id] === true}
              onChange={({ target }) => set(field.id, target.checked)}
            />
          ) : (
            <Labeled label={field.text || t('scenarios.missing')}>{control(field)}</Labeled>
          )}
          {invalid.has(field.id) && (
            <p role="alert" className="mt-1 text-sm text-danger">
              {t('scenarios.test_form_invalid')}
            </p>
          )}
        </div>
      ))}
      <div>
        <Button type="submit" size="sm">
          {t('scenarios.test_form_send')}
        </Button>
      </div>
    </form>
  )
}
