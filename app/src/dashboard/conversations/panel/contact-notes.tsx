import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { itemsOf, NoteItem, NoteWriter, useTimeline } from '#dashboard/contacts/timeline'

const shownMax = 3
/** The latest notes about the customer; all are on their page. */
export function ContactNotes({
  integration_id,
  contact_id,
  contactPath,
  isWriting,
}: {
  integration_id: string
  contact_id: string
  contactPath: string
  isWriting: boolean
}) {
  const t = useT()
  const { data, error, isFetching, refetch } = useTimeline(integration_id, contact_id, 'note')
  const notes = data ? itemsOf(data).flatMap((item) => (item.kind === 'note' ? item : [])) : []
  return (
    <>
      {isWriting && <NoteWriter integration_id={integration_id} contact_id={contact_id} isFocused />}
      {!data && !error && <SkeletonRows className="mt-2" />}
      {!data && error && (
        <LoadError
          title={t('conversations.notes_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      )}
      <ul className="mt-1">
        {notes.slice(0, shownMax).map((note) => (
          <li key={note.id}>
            <NoteItem note={note} integration_id={integration_id} contact_id={contact_id} />
          </li>
        ))}
      </ul>
      {notes.length > shownMax && (
        <PageLink to={contactPath} className="text-sm text-primary hover:underline">
          {t('conversations.notes_all')}
        </PageLink>
      )}
    </>
  )
}
