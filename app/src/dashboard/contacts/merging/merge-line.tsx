import type { ContactChange, ContactMerge } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Button } from '#ui/button.tsx'
import { useContactMerging } from './merge-actions.ts'

type Change = ContactChange['changes'][number]
export const isMergeLine = ({ field }: Change) => field === 'merged' || field === 'unmerged'

/** A merge into this contact, or its undo. @param by the member; null if the person signed in */
export function MergeText({ by, line }: { by: string | null; line: Change }) {
  const t = useT()
  if (line.field === 'unmerged') return t('contact-merging.event_unmerged', { by: by ?? '' })
  const name = line.after === null ? t('contact-merging.other_contact') : String(line.after)
  return by === null
    ? t('contact-merging.event_joined', { name })
    : t('contact-merging.event_merged', { by, name })
}

/** As long as it can be undone. */
export function MergeUndo({ merge, integration_id }: { merge: ContactMerge; integration_id: string }) {
  const t = useT()
  const now = useNow()
  const merging = useContactMerging(integration_id)
  if (!merge.undo_until || Date.parse(merge.undo_until) < now) return null
  return (
    <Button
      size="sm"
      variant="quiet"
      icon="refresh"
      onClick={() => void merging.undo(merge)}
      className="mt-1 -ml-2"
    >
      {t('contact-merging.undo_line')}
    </Button>
  )
}
