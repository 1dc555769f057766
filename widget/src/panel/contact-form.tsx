import { looksLikeEmail } from '@ozvi/contract/email-address'
import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError } from './calls.ts'
import { usePanel } from './panel-context.ts'

type Fields = 'name' | 'email'

interface ContactFormProps {
  /** The newest entry: the thank-you is shown until the next one. */
  last_seq: number
  onDecline: () => void
}
/** After a handover: asks how to reach a visitor who leaves before a person replies. Never required. */
export function ContactForm({ last_seq, onDecline }: ContactFormProps) {
  const { client, translator } = usePanel()
  const [errors, setErrors] = useState<Partial<Record<Fields, string>>>({})
  const [thanks, setThanks] = useState({ text: '', at_seq: 0 })
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const written = new FormData(event.currentTarget)
    const value = (field: Fields) => String(written.get(field) ?? '').trim()
    const [name, email] = [value('name'), value('email')]
    if (!looksLikeEmail(email)) return showErrors({ email: translator.t('email_invalid') })
    setBusy(true)
    try {
      await client.describe({ claimed_by: 'visitor', email, ...(name ? { name } : {}) })
      setThanks({ text: translator.t('reach_thanks', email), at_seq: last_seq })
    } catch (problem) {
      const { errors: fieldErrors = {} } = problem instanceof ApiError ? problem : {}
      showErrors({
        ...(fieldErrors['name']?.[0] ? { name: fieldErrors['name'][0] } : {}),
        email: fieldErrors['email']?.[0] ?? (fieldErrors['name'] ? '' : translator.t('person_failed')),
      })
    }
    setBusy(false)
  }
  function showErrors(fieldErrors: Partial<Record<Fields, string>>) {
    setErrors(fieldErrors)
    form.current?.querySelector<HTMLInputElement>(fieldErrors.name ? '[name=name]' : '[name=email]')?.focus()
  }
  const field = (name: Fields, type: string) => (
    <div className="labelled">
      <label htmlFor={`reach-${name}`}>{translator.t(name)}</label>
      <input
        id={`reach-${name}`}
        name={name}
        type={type}
        autoComplete={name}
        maxLength={name === 'name' ? 100 : 254}
        aria-invalid={Boolean(errors[name])}
        aria-describedby={errors[name] ? `reach-${name}-error` : undefined}
      />
      {errors[name] && (
        <p id={`reach-${name}-error`} role="alert" className="danger small">
          {errors[name]}
        </p>
      )}
    </div>
  )
  if (thanks.text)
    return thanks.at_seq < last_seq ? null : (
      <p role="status" className="notice">
        {thanks.text}
      </p>
    )
  return (
    <form ref={form} className="card reach" noValidate onSubmit={(event) => void save(event)}>
      <h2>{translator.t('reach_title')}</h2>
      <p className="muted small">{translator.t('reach_text')}</p>
      <div className="reach-fields">
        {field('email', 'email')}
        {field('name', 'text')}
      </div>
      <div className="reach-acts">
        <button className="button" aria-disabled={isBusy}>
          {translator.t('save')}
        </button>
        <button type="button" className="button quiet" onClick={onDecline}>
          {translator.t('not_now')}
        </button>
      </div>
    </form>
  )
}
