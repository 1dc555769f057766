import { looksLikeEmail } from '@ozvi/contract/email-address'
import { type SubmitEvent, useRef, useState } from 'react'
import { Refusal } from './calls.ts'
import { usePanel } from './panel-context.ts'

type Fields = 'name' | 'email'

interface ReachProps {
  /** The newest entry: the thank-you is shown until the next one. */
  last_seq: number
  onDecline: () => void
}
/** After a handover: asks how to reach a visitor who leaves before a person replies. Never required. */
export function ReachForm({ last_seq, onDecline }: ReachProps) {
  const { visit, speech } = usePanel()
  const [errors, setErrors] = useState<Partial<Record<Fields, string>>>({})
  const [thanks, setThanks] = useState({ text: '', at_seq: 0 })
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const written = new FormData(event.currentTarget)
    const value = (field: Fields) => String(written.get(field) ?? '').trim()
    const [name, email] = [value('name'), value('email')]
    if (!looksLikeEmail(email)) return refuse({ email: speech.say('email_invalid') })
    setBusy(true)
    try {
      await visit.describe({ said_by: 'visitor', email, ...(name ? { name } : {}) })
      setThanks({ text: speech.say('reach_thanks', email), at_seq: last_seq })
    } catch (problem) {
      const { errors: told = {} } = problem instanceof Refusal ? problem : {}
      refuse({
        ...(told['name']?.[0] ? { name: told['name'][0] } : {}),
        email: told['email']?.[0] ?? (told['name'] ? '' : speech.say('person_failed')),
      })
    }
    setBusy(false)
  }
  function refuse(told: Partial<Record<Fields, string>>) {
    setErrors(told)
    form.current?.querySelector<HTMLInputElement>(told.name ? '[name=name]' : '[name=email]')?.focus()
  }
  const field = (name: Fields, type: string) => (
    <div className="labelled">
      <label htmlFor={`reach-${name}`}>{speech.say(name)}</label>
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
      <h2>{speech.say('reach_title')}</h2>
      <p className="muted small">{speech.say('reach_text')}</p>
      <div className="reach-fields">
        {field('email', 'email')}
        {field('name', 'text')}
      </div>
      <div className="reach-acts">
        <button className="button" aria-disabled={isBusy}>
          {speech.say('save')}
        </button>
        <button type="button" className="button quiet" onClick={onDecline}>
          {speech.say('not_now')}
        </button>
      </div>
    </form>
  )
}
