import { type Integration, can, type UnansweredQuestion, type RightsHolder } from '@ozvi/contract'
import { Suspense, useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LazyAnswerDialog } from '#dashboard/data-sources'
import { useDismissal, useUnanswered } from './data.ts'

/** Number of questions shown initially. */
const shownFirst = 5

/** Unanswered questions, each with a button to answer it. */
export function UnansweredSection({ integration }: { integration: Integration }) {
  const t = useT()
  const { number } = useFormats()
  const { id: integration_id } = integration
  const unanswered = useUnanswered(integration_id)
  const dismiss = useDismissal(integration_id)
  const [showsAll, setShowsAll] = useState(false)
  const [answering, setAnswering] = useState<UnansweredQuestion>()
  const { items = [], total = 0 } = unanswered.data ?? {}
  const visibleItems = showsAll ? items : items.slice(0, shownFirst)
  return (
    <section className="mt-8" aria-labelledby="unanswered">
      <h2 id="unanswered" className="text-md font-semibold">
        {t('home.unanswered')}
        {total > 0 && <span className="ml-2 font-normal text-muted tabular-nums">{number(total)}</span>}
      </h2>
      <p className="mt-1 text-sm text-muted">{t('home.unanswered_text')}</p>
      {!unanswered.data && (
        <LoadFallback title={t('home.unanswered_failed')} query={unanswered} className="mt-3">
          <Skeleton className="h-40" />
        </LoadFallback>
      )}
      {unanswered.data && (
        <Card className="mt-3">
          {items.length === 0 && (
            <EmptyState icon="circle-check" title={t('home.unanswered_none')} className="py-8">
              {t('home.unanswered_none_text')}
            </EmptyState>
          )}
          <ul className="divide-y divide-line">
            {visibleItems.map((one) => (
              <li key={one.id}>
                <Question
                  question={one}
                  integration={integration}
                  onAnswer={() => setAnswering(one)}
                  onDismiss={() => void dismiss(one)}
                />
              </li>
            ))}
          </ul>
          {items.length > visibleItems.length && (
            <div className="flex justify-center border-t border-line p-2">
              <Button variant="quiet" size="sm" onClick={() => setShowsAll(true)}>
                {t('home.more', { n: number(items.length - visibleItems.length) })}
              </Button>
            </div>
          )}
        </Card>
      )}
      {answering && can(integration, 'knowledge.suggest') && (
        <Suspense fallback={null}>
          <LazyAnswerDialog
            integration={integration}
            initial={{ question: answering.question, alternatives: answering.others, answer: '' }}
            unanswered_id={answering.id}
            onClose={() => setAnswering(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

function Question({
  question: { question, others: otherQuestions, people: askers, asked_at, conversation_id },
  integration,
  onAnswer,
  onDismiss,
}: {
  question: UnansweredQuestion
  integration: Pick<Integration, 'id' | keyof RightsHolder>
  onAnswer: () => void
  onDismiss: () => void
}) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const now = useNow()
  const integration_id = integration.id
  const decides = can(integration, 'knowledge.manage')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <PageLink
          to={to('app-i-integrationId-conversation-id', {
            integrationId: integration_id,
            id: conversation_id,
          })}
          className="line-clamp-2 text-base font-medium break-words hover:underline"
        >
          {question}
        </PageLink>
        <p className="mt-0.5 text-sm text-muted">
          {t('home.people_n', { n: askers })} · {formats.relative(asked_at, now)}
        </p>
        {otherQuestions.length > 0 && (
          <p className="mt-0.5 line-clamp-2 text-sm text-muted">
            {t('home.asked_as', {
              others: otherQuestions.map((text) => t('home.quoted', { text })).join(', '),
            })}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
        {can(integration, 'knowledge.suggest') && (
          <Button
            size="sm"
            icon="plus"
            aria-label={t(decides ? 'home.answer_to' : 'home.suggest_to', { question })}
            onClick={onAnswer}
          >
            {t(decides ? 'home.add_answer' : 'home.suggest_answer')}
          </Button>
        )}
        {decides && (
          <IconButton icon="x" size="sm" label={t('home.dismiss', { question })} onClick={onDismiss} />
        )}
      </div>
    </div>
  )
}
