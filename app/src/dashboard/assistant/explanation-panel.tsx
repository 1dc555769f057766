import { getAnswerTrace, type Message } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Badge } from '#ui/badge.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { bandTones } from './bands.ts'
import { ModelPart } from './model-part.tsx'
import { TracePassages } from './trace-passages.tsx'

type Of = Pick<Message, 'id' | 'conversation_id'> & { integration_id: string }
const traceOf = ({ id, ...key }: Of) =>
  queryOptions({
    queryKey: ['answer-trace', { ...key, message_id: id }],
    queryFn: () => call(getAnswerTrace, { ...key, message_id: id }),
    // The trace of a message never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

interface Props {
  message: Message
  integration_id: string
  label: string
}
export function ExplanationPanel({ message, integration_id, label }: Props) {
  const { id, conversation_id } = message
  const t = useT()
  const {
    data: trace,
    error,
    isFetching,
    refetch,
  } = useQuery(traceOf({ id, conversation_id, integration_id }))
  return (
    <div
      role="group"
      aria-label={label}
      // Scrollable by keyboard as well.
      tabIndex={0}
      className="flex max-h-[min(34rem,var(--radix-popover-content-available-height))] flex-col gap-4 overflow-y-auto overscroll-contain rounded-card p-4 -outline-offset-2"
    >
      <div>
        <h3 className="text-base font-semibold">{label}</h3>
        {message.details.scenario && <ScenarioSource scenario={message.details.scenario} />}
      </div>
      {error ? (
        <LoadError
          title={t('assistant.why_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      ) : trace === undefined ? (
        <Skeleton className="h-24" />
      ) : trace === null ? (
        <p className="text-base text-muted">{t('assistant.why_not_kept')}</p>
      ) : (
        <>
          <div>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={bandTones[trace.band]}>{t(`assistant.band_${trace.band}`)}</Badge>
              <span className="text-sm text-muted">
                {t('assistant.confidence', { percent: Math.round(trace.confidence * 100) })}
              </span>
            </p>
            <p className="mt-1.5 text-sm text-muted">{t(`assistant.why_${trace.band}`)}</p>
          </div>
          {trace.model && <ModelPart part={trace.model} />}
          <TracePassages trace={trace} isExpanded />
        </>
      )}
    </div>
  )
}

function ScenarioSource({ scenario }: { scenario: NonNullable<Message['details']['scenario']> }) {
  const t = useT()
  const { name, step_number, step_title } = scenario
  if (step_number === undefined)
    return <p className="text-sm text-muted">{t('scenario-runs.by', { name })}</p>
  return (
    <p className="text-sm text-muted">
      {step_title
        ? t('scenario-runs.asked_at', { name, number: step_number, step: step_title })
        : t('scenario-runs.asked', { name, number: step_number })}
    </p>
  )
}
