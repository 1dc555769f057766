import {
  dataSourceChanged,
  type Integration,
  type Output,
  suggestQuestions,
  tryAssistant,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { PageLink } from '#platform/document/page-link.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { linkStyle } from '#ui/link.tsx'
import { Answer, bandTones } from '#dashboard/assistant'
import { isBusy, useDataSources } from '#dashboard/data-sources'
import { StepFrame } from './step-frame.tsx'
import { StepLinks } from './step-links.tsx'
import { useStepPath } from './steps.ts'

const questionsShown = 4
interface AskedQuestion {
  question: string
  result: Output<typeof tryAssistant>
}

/** Questions from the workspace's own content, with sourced answers. */
export function TryStep({ integration }: { integration: Integration }) {
  const t = useT()
  const [asked, setAsked] = useState<AskedQuestion[]>([])
  const [pendingQuestion, setPendingQuestion] = useState<string | null>(null)
  const {
    run,
    isBusy: isAsking,
    problem,
  } = useAsyncAction(async (text: string) => {
    const question = text.trim()
    setPendingQuestion(question)
    try {
      const result = await call(tryAssistant, {
        integration_id: integration.id,
        text: question,
        locale: integration.locale,
      })
      setAsked((before) => [{ question, result }, ...before.filter((one) => one.question !== question)])
    } finally {
      setPendingQuestion(null)
    }
  })
  /** Empties the field, where the next question can be typed in the meantime. A question that fails returns to it. */
  async function ask(text: string, form: HTMLFormElement) {
    if (isAsking) return
    form.reset()
    if (await run(text)) return
    const field = form.elements.namedItem('text')
    if (field instanceof HTMLInputElement && field.value === '') field.value = text
  }
  return (
    <StepFrame
      step="try"
      text={t('onboarding.try_text')}
      footer={<StepLinks step="try" integration={integration} isDone={asked.length > 0} />}
    >
      <Suggestions
        integration={integration}
        isAsking={isAsking}
        asked={new Set(asked.map(({ question }) => question))}
        onAsk={(question) => void run(question)}
      />
      <Form
        id="onboarding-try"
        labels={{ text: t('onboarding.own_question') }}
        problem={problem}
        onSubmit={({ text = '' }, form) => void ask(text, form)}
        className="gap-3"
      >
        <div className="flex items-end gap-2">
          <Field name="text" className="min-w-0 flex-1">
            <Input autoComplete="off" maxLength={2_000} />
          </Field>
          <Button type="submit" isBusy={isAsking}>
            {t('playground.ask')}
          </Button>
        </div>
      </Form>
      <div role="log" aria-label={t('onboarding.answers')} className="flex flex-col gap-4 empty:hidden">
        {pendingQuestion !== null && (
          <p className="text-base text-muted">{t('onboarding.searching', { question: pendingQuestion })}</p>
        )}
        {asked.map(({ question, result }) => (
          <Reply key={question} question={question} result={result} />
        ))}
      </div>
    </StepFrame>
  )
}

function Reply({ question, result: { band, body, citations, trace } }: AskedQuestion) {
  const t = useT()
  const locale = useLocale()
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    article.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <article ref={article} className="flex scroll-my-6 flex-col gap-2">
      <h2 className="text-base font-semibold">{question}</h2>
      <div
        className="rounded-card bg-bot-subtle px-4 py-3"
        {...(trace.locale === locale ? {} : { lang: trace.locale })}
      >
        {body ? <Answer body={body} citations={citations} /> : <p>{t(`playground.band_${band}_text`)}</p>}
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={bandTones[band]}>{t(`assistant.band_${band}`)}</Badge>
        {body && t(`playground.band_${band}_text`)}
      </p>
    </article>
  )
}

function Suggestions({
  integration: { id, locale },
  isAsking,
  asked,
  onAsk,
}: {
  integration: Integration
  isAsking: boolean
  asked: ReadonlySet<string>
  onAsk: (question: string) => void
}) {
  const t = useT()
  const pathOf = useStepPath(null)
  const query = queryOptions({
    queryKey: ['suggestions', { integration_id: id, locale }],
    queryFn: () => call(suggestQuestions, { integration_id: id, locale }),
  })
  useInvalidateOn(query, dataSourceChanged, { integration_id: id })
  const { data: questions } = useQuery(query)
  const { data: sources } = useDataSources(id)
  if (questions && questions.length > 0) {
    return (
      <ul aria-label={t('onboarding.suggestions')} className="flex flex-wrap gap-2">
        {questions.slice(0, questionsShown).map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={isAsking}
              onClick={() => onAsk(question)}
              className="min-h-9 rounded-card border border-line bg-raised px-3.5 py-1.5 text-left text-base hover:border-strong disabled:opacity-60 touch:min-h-11"
            >
              {question}
              {asked.has(question) && <span className="sr-only"> ({t('onboarding.asked')})</span>}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  if (!questions || !sources) return null
  return (
    <p role="status" className="text-base text-muted">
      {sources.some(isBusy) ? (
        t('onboarding.no_questions_yet')
      ) : (
        <>
          {t('onboarding.no_questions')}{' '}
          <PageLink to={pathOf('knowledge', id)} className={linkStyle()}>
            {t('onboarding.no_questions_go')}
          </PageLink>
        </>
      )}
    </p>
  )
}
