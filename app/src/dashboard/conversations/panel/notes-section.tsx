import type { ContactProfile } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'

/** Loaded if there are notes, or one is being written. */
const ContactNotes = lazy(async () => ({ default: (await import('./contact-notes.tsx')).ContactNotes }))

/** Notes about the customer, in any conversation. */
export function NotesSection({
  integration_id,
  profile,
  contactPath,
  canWrite,
}: {
  integration_id: string
  profile: ContactProfile
  contactPath: string
  canWrite: boolean
}) {
  const t = useT()
  const [isWriting, setWriting] = useState(false)
  if (!canWrite && profile.note_count === 0) return null
  return (
    <section aria-labelledby="contact-notes" className="border-t border-line px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <h3 id="contact-notes" className="text-base font-semibold">
          {t('conversations.notes')}
        </h3>
        {canWrite && (
          <IconButton
            icon={isWriting ? 'x' : 'plus'}
            size="sm"
            label={isWriting ? t('ui.cancel') : t('conversations.note_add')}
            onClick={() => setWriting(!isWriting)}
          />
        )}
      </div>
      {(isWriting || profile.note_count > 0) && (
        <Suspense fallback={null}>
          <ContactNotes
            integration_id={integration_id}
            contact_id={profile.id}
            contactPath={contactPath}
            isWriting={isWriting}
          />
        </Suspense>
      )}
    </section>
  )
}
