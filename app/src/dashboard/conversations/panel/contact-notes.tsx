import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
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
  const query = useTimeline(integration_id, contact_id, 'note')
  const { data } = query
  const notes = data ? itemsOf(data).flatMap((item) => (item.kind === 'note' ? item : [])) : []
  return (
    <>
      {isWriting && <NoteWriter integration_id={integration_id} contact_id={contact_id} isFocused />}
      {!data && <LoadFallback title={t('conversations.notes_failed')} query={query} className="mt-2" />}
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
