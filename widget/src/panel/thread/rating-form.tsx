import { type SubmitEvent, useState } from 'react'
import { ApiError } from '../calls.ts'
import { usePanel } from '../panel-context.ts'

const scores = [1, 2, 3, 4, 5] as const
/** From a frown to a wide smile. */
const mouths = {
  1: 'M8 17c1-2.2 2.4-3.2 4-3.2s3 1 4 3.2',
  2: 'M8.5 16.4c1-1 2.2-1.5 3.5-1.5s2.5.5 3.5 1.5',
  3: 'M8.5 15.7h7',
  4: 'M8.5 14.7c1 1 2.2 1.5 3.5 1.5s2.5-.5 3.5-1.5',
  5: 'M7.5 13.8c1 2.4 2.6 3.4 4.5 3.4s3.5-1 4.5-3.4Z',
}
const commentCharsMax = 1_000

/** Shown after the conversation is resolved, below the messages, dismissible. */
export function RatingForm({
  conversation_id,
  onDecline,
}: {
  conversation_id: string
  onDecline: () => void
}) {
  const { client, translator } = usePanel()
  const [score, setScore] = useState(0)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (score === 0) return setProblem(translator.t('rate_choose'))
    const comment = String(new FormData(event.currentTarget).get('comment') ?? '').trim()
    setBusy(true)
    setProblem('')
    try {
      await client.rate(conversation_id, score, comment)
    } catch (error) {
      setProblem((error instanceof ApiError && error.message) || translator.t('person_failed'))
    }
    setBusy(false)
  }
  return (
    <form className="card reach" noValidate onSubmit={(event) => void send(event)}>
      <fieldset className="faces">
        <legend>{translator.t('rate_title')}</legend>
        {scores.map((each) => (
          <label key={each} className="face-choice" title={translator.t(`score_${each}`)}>
            <input
              type="radio"
              name="score"
              value={each}
              checked={score === each}
              onChange={() => setScore(each)}
            />
            <svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true">
              <path
                d={`M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19ZM8.8 9.3v1M15.2 9.3v1${mouths[each]}`}
              />
            </svg>
            <span className="unseen">{translator.t(`score_${each}`)}</span>
          </label>
        ))}
      </fieldset>
      {score > 0 && (
        <div className="labelled">
          <label htmlFor="rating-comment">{translator.t('rate_comment')}</label>
          <textarea id="rating-comment" name="comment" rows={2} maxLength={commentCharsMax} />
        </div>
      )}
      {problem && (
        <p role="alert" className="danger small">
          {problem}
        </p>
      )}
      <div className="reach-acts">
        <button className="button" aria-disabled={isBusy}>
          {translator.t('rate_send')}
        </button>
        <button type="button" className="button quiet" onClick={onDecline}>
          {translator.t('not_now')}
        </button>
      </div>
    </form>
  )
}
