import { type Message, type Rating, scores } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'

/** Five dots and the word: neither color nor shape alone conveys it. */
function Score({ score }: { score: number }) {
  const t = useT()
  const scoreOrDefault = scores.find((one) => one === score) ?? 3
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className="inline-flex gap-0.5">
        {scores.map((one) => (
          <span
            key={one}
            className={cn('size-2 rounded-full border border-current', one <= score && 'bg-current')}
          />
        ))}
      </span>
      <strong className="font-semibold">{t(`conversations.score_${scoreOrDefault}`)}</strong>
      <span className="text-muted">({t('conversations.rating_of', { score })})</span>
    </span>
  )
}

/** In the thread: the customer's rating and comment. */
export function RatingRow({ message }: { message: Message }) {
  const t = useT()
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-1 rounded-card border border-line px-4 py-2.5 text-sm">
      <p className="text-muted">
        {t('conversations.rated')} <BaseDate time={message.sent_at} format="time" className="text-xs" />
      </p>
      <Score score={message.details.score ?? 0} />
      {message.body && (
        <q dir="auto" className="block max-w-full overflow-clip text-center text-base break-words">
          {message.body}
        </q>
      )}
    </div>
  )
}

/** In the panel: the current rating. */
export function RatingSection({ rating: { score, comment, rated_at } }: { rating: Rating }) {
  const t = useT()
  return (
    <section className="border-t border-line px-4 py-4 text-sm">
      <h3 className="text-base font-semibold">{t('conversations.rating')}</h3>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2">
        <Score score={score} />
        <BaseDate time={rated_at} format="ago" className="text-xs text-muted" />
      </p>
      {comment && (
        <q dir="auto" className="mt-1 block overflow-clip break-words">
          {comment}
        </q>
      )}
    </section>
  )
}
