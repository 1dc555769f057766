import type { MessageFormField, MessageFormValues, VisitorMessage } from '@ozvi/contract'
import { fieldsShown } from '@ozvi/contract/scenario-form-fields'
import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError } from './calls.ts'
import { newId } from './ids.ts'
import { usePanel } from './panel-context.ts'

const inputs = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
} as const

function readDraft(draft: string): MessageFormValues {
  try {
    return JSON.parse(draft) as MessageFormValues // written below
  } catch {
    return {}
  }
}

/** A form of a scenario. The server validates it; the values are kept as a draft until it accepts them. */
export function Form({ message, fields }: { message: VisitorMessage; fields: readonly MessageFormField[] }) {
  const { client, view, translator } = usePanel()
  // Not by message, because a later message can show the same form again.
  const draftKey = `form:${message.conversation_id}:${fields.map(({ id }) => id).join()}`
  const [values, setValues] = useState(() => readDraft(view.draft(draftKey)))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Retries use the same id, so that the form isn't stored twice if only the response was lost.
  const attempt = useRef({ id: '', json: '' })

  function set(id: string, value: string | boolean) {
    const next = { ...values, [id]: value }
    setValues(next)
    view.saveDraft(draftKey, JSON.stringify(next))
  }
  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setErrors({})
    const filled = Object.fromEntries(
      fieldsShown(fields, values).flatMap(({ id }) => (values[id] === undefined ? [] : [[id, values[id]]])),
    )
    const json = JSON.stringify(filled)
    if (attempt.current.json !== json) attempt.current = { id: newId(), json }
    try {
      await client.fillIn(message, attempt.current.id, filled)
      view.saveDraft(draftKey, '')
    } catch (problem) {
      const { message: text = '', errors: found = {} } = problem instanceof ApiError ? problem : {}
      const fieldErrors = fields.flatMap(({ id }) => {
        const error = found[`form_values.${id}`]?.[0]
        return error ? [[id, error]] : []
      })
      // An error of the whole form, such as one that was deleted.
      const [other] = Object.values(found).flat()
      setErrors(
        fieldErrors.length > 0
          ? Object.fromEntries(fieldErrors)
          : { '': other || text || translator.t('person_failed') },
      )
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    }
    setBusy(false)
  }
  return (
    <form
      ref={form}
      className="card reach"
      noValidate
      aria-label={message.body}
      onSubmit={(event) => void send(event)}
    >
      <div className="reach-fields">
        {fieldsShown(fields, values).map((field) => (
          <FieldControl
            key={field.id}
            field={field}
            id={`${message.id}-${field.id}`}
            value={values[field.id]}
            error={errors[field.id]}
            onChange={(value) => set(field.id, value)}
          />
        ))}
      </div>
      {errors[''] && (
        <p role="alert" className="danger small">
          {errors['']}
        </p>
      )}
      <div className="reach-acts">
        <button className="button" aria-disabled={isBusy}>
          {translator.t('form_send')}
        </button>
      </div>
    </form>
  )
}

interface ControlProps {
  field: MessageFormField
  id: string
  value: string | boolean | undefined
  error: string | undefined
  onChange: (value: string | boolean) => void
}
function FieldControl({ field, id, value, error, onChange }: ControlProps) {
  const { translator } = usePanel()
  const label = field.is_required ? field.text : translator.t('form_optional', field.text)
  const shared = {
    id,
    required: field.is_required,
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  const text = typeof value === 'string' ? value : ''
  return (
    <div className="labelled">
      {field.kind === 'consent' ? (
        <label className="consent">
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
      ) : (
        <>
          <label htmlFor={id}>{label}</label>
          {field.kind === 'choice' ? (
            <select {...shared} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
              <option value="">{translator.t('form_choose')}</option>
              {field.choices.map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {choice.text}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...shared}
              {...inputs[field.kind]}
              maxLength={1000}
              value={text}
              onInput={({ currentTarget }) => onChange(currentTarget.value)}
            />
          )}
        </>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="danger small">
          {error}
        </p>
      )}
    </div>
  )
}
