import { type Locale, locales, type Output, tryAssistant } from '@ozvi/contract'
import { useEffect, useRef, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { languageNames } from '#platform/i18n/languages.ts'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Segments } from '#ui/segments.tsx'
import { Answer } from './answer.tsx'
import { bandTones } from './bands.ts'
import { TraceView } from './trace-view.tsx'

type AnswerPreview = Output<typeof tryAssistant>

/** Asks the assistant as a visitor would, and shows the trace. Nothing is stored. */
export function Playground({
  integration_id,
  locale: first,
  source_id,
}: {
  integration_id: string
  locale: Locale
  /** Searches this data source only. */
  source_id?: string
}) {
  const t = useT()
  const page_locale = useLocale()
  const [locale, setLocale] = useState<Locale>(first)
  const [answered, setAnswered] = useState<{ question: string; result: AnswerPreview } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { run, isBusy, problem } = useAsyncAction(async (text: string) => {
    const result = await call(tryAssistant, { integration_id, text, locale, ...(source_id && { source_id }) })
    setAnswered({ question: text, result })
  })
  useEffect(() => {
    if (answered) heading.current?.focus({ preventScroll: true })
  }, [answered])
  return (
    <div className="flex flex-col gap-5">
      <Form
        id="playground"
        labels={{ text: t('playground.question') }}
        problem={problem}
        onSubmit={({ text = '' }) => void run(text)}
        className="gap-3"
      >
        <Field name="text">
          <Input placeholder={t('playground.question_example')} autoComplete="off" maxLength={2_000} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? t('playground.asking') : t('playground.ask')}
          </Button>
          <Segments
            label={t('playground.locale')}
            value={locale}
            onChange={setLocale}
            options={locales.map((value) => ({ value, label: languageNames[value] }))}
          />
        </div>
      </Form>
      {answered && (
        <section
          aria-labelledby="playground-answer"
          className="flex flex-col gap-4 border-t border-line pt-5"
        >
          <h3
            id="playground-answer"
            ref={heading}
            tabIndex={-1}
            className="text-base font-semibold outline-none"
            lang={locale}
          >
            {answered.question}
          </h3>
          <Verdict result={answered.result} />
          {answered.result.body && (
            <div
              className="rounded-card bg-bot-subtle px-4 py-3"
              {...(answered.result.trace.locale === page_locale
                ? {}
                : { lang: answered.result.trace.locale })}
            >
              <Answer body={answered.result.body} citations={answered.result.citations} />
            </div>
          )}
          <TraceView trace={answered.result.trace} />
        </section>
      )}
    </div>
  )
}

function Verdict({ result: { band, reason, trace } }: { result: AnswerPreview }) {
  const t = useT()
  const formats = useFormats()
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={bandTones[band]}>{t(`assistant.band_${band}`)}</Badge>
        <span className="text-sm text-muted">
          {t('assistant.confidence', { percent: Math.round(trace.confidence * 100) })}
        </span>
        <span className="text-sm text-muted">
          {t('assistant.took', { ms: formats.number(Math.round(trace.took_ms)) })}
        </span>
      </p>
      <p className="text-sm text-muted">
        {t(`playground.band_${band}_text`)} {reason && t(`conversations.reason_${reason}`)}
      </p>
    </div>
  )
}
