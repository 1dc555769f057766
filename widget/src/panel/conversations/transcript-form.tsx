import { looksLikeEmail } from '@ozvi/contract/email-address'
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../calls.ts'
import { Icon } from '../icons.tsx'
import { useChat, usePanel } from '../panel-context.ts'

/** Asks for the address that a conversation is emailed to. */
export function TranscriptForm({
  conversation_id,
  onClose,
}: {
  conversation_id: string
  onClose: () => void
}) {
  const { client, translator } = usePanel()
  const { contact } = useChat()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ email: string; has_text: boolean } | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    field.current?.focus()
  }, [])
  // The field and the buttons are gone.
  useLayoutEffect(() => {
    if (sent) result.current?.focus()
  }, [sent])
  const close = () => dialog.current?.close()
  function fail(text: string) {
    setProblem(text)
    field.current?.focus()
  }
  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = field.current?.value.trim() ?? ''
    if (!looksLikeEmail(email)) return fail(translator.t('email_invalid'))
    setBusy(true)
    setProblem('')
    try {
      const { has_text } = await client.sendTranscript(conversation_id, email)
      setSent({ email, has_text })
    } catch (error) {
      const { errors = {}, message = '' } = error instanceof ApiError ? error : {}
      fail(errors['email']?.[0] || message || translator.t('person_failed'))
    }
    setBusy(false)
  }
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="transcript" closedby="any" onClose={onClose}>
      <form className="sheet-body" noValidate onSubmit={(event) => void send(event)}>
        <header className="sheet-head">
          <h2 id="transcript">{translator.t('transcript')}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={translator.t('close_form')}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </header>
        {sent ? (
          <p ref={result} role="status" tabIndex={-1}>
            {translator.t('transcript_sent', sent.email)}
            {!sent.has_text && ` ${translator.t('transcript_link')}`}
          </p>
        ) : (
          <>
            <div className="labelled">
              <label htmlFor="transcript-email">{translator.t('email')}</label>
              <input
                ref={field}
                id="transcript-email"
                type="email"
                autoComplete="email"
                maxLength={254}
                defaultValue={contact?.email ?? ''}
                aria-invalid={problem !== ''}
                aria-describedby={problem ? 'transcript-error' : undefined}
              />
              {problem && (
                <p id="transcript-error" role="alert" className="danger small">
                  {problem}
                </p>
              )}
            </div>
            <div className="sheet-links">
              <button className="button" aria-disabled={isBusy}>
                {translator.t('transcript_send')}
              </button>
              <button type="button" className="button quiet" onClick={close}>
                {translator.t('cancel')}
              </button>
            </div>
          </>
        )}
      </form>
    </dialog>
  )
}
