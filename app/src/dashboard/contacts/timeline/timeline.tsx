import { type ContactMerge, type TimelineItem, type TimelineKind, timelineKinds } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Segments } from '#ui/segments.tsx'
import { itemsOf, NoteItem, NoteWriter, useTimeline } from '#dashboard/contacts/timeline'
import { QuestionItem, ChangeItem, VisitItem } from './timeline-items.tsx'

/** The timeline of a contact, newest first, including notes. */
export function Timeline({
  integration_id,
  contact_id,
  canWrite,
  merges,
}: {
  integration_id: string
  contact_id: string
  canWrite: boolean
  /** Merges into this contact that the member can undo. */
  merges: readonly ContactMerge[]
}) {
  const t = useT()
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const list = useTimeline(integration_id, contact_id, kind)
  const { data } = list
  const items = data ? itemsOf(data) : []
  return (
    <section className="max-w-200 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{t('contacts.timeline')}</h2>
        <div className="-m-1 max-w-full overflow-x-auto p-1">
          <div className="w-max">
            <Segments
              label={t('contacts.timeline_kind')}
              value={kind ?? 'all'}
              onChange={(next) => setKind(next === 'all' ? null : next)}
              options={(['all', ...timelineKinds] as const).map((value) => ({
                value,
                label: t(`contacts.timeline_${value}`),
              }))}
            />
          </div>
        </div>
      </div>
      {canWrite && <NoteWriter integration_id={integration_id} contact_id={contact_id} />}
      {!data && <LoadFallback title={t('contacts.timeline_failed')} query={list} className="mt-4" />}
      {data && items.length === 0 && (
        <p className="mt-4 text-base text-muted">{t('contacts.timeline_empty')}</p>
      )}
      <ol className="mt-4 flex flex-col">
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <Item item={item} integration_id={integration_id} contact_id={contact_id} merges={merges} />
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button
          size="sm"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="mt-2"
        >
          {t('contacts.timeline_more')}
        </Button>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" className="mt-2 text-danger">
          {t('contacts.timeline_more_failed')}
        </p>
      )}
    </section>
  )
}

function Item({
  item,
  merges,
  ...of
}: {
  item: TimelineItem
  integration_id: string
  contact_id: string
  merges: readonly ContactMerge[]
}) {
  if (item.kind === 'note') return <NoteItem note={item} {...of} />
  if (item.kind === 'change')
    return <ChangeItem change={item} integration_id={of.integration_id} merges={merges} />
  if (item.kind === 'visit') return <VisitItem visit={item} />
  return <QuestionItem conversation={item} integration_id={of.integration_id} />
}
