import type { ContactProfile } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { Candidates, type Side } from './candidates.tsx'
import { Comparison } from './comparison.tsx'
import type { Merge } from './merge-actions.ts'

interface MergeRequest {
  integration_id: string
  profile: ContactProfile
  /** Provided by the page, which outlives the dialog. */
  merge: Merge
  /** Display name of a contact. */
  nameOf: (side: Pick<Side, 'id' | 'name' | 'email'>) => string
}
/** Chooses the duplicate, then which of the two stays. */
function MergeDialog({
  integration_id,
  profile,
  merge,
  nameOf,
  isOpen,
  close,
}: MergeRequest & OverlayProps<true>) {
  const t = useT()
  const [other, setOther] = useState<Side | null>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('contact-merging.title', { name: nameOf(profile) })}
      description={t(other ? 'contact-merging.compare' : 'contact-merging.choose')}
      className="sm:w-[min(38rem,calc(100vw-2rem))]"
    >
      {other ? (
        <Comparison
          merge={merge}
          own={profile}
          other={other}
          nameOf={nameOf}
          onBack={() => setOther(null)}
          onDone={() => close(true)}
        />
      ) : (
        <Candidates integration_id={integration_id} of={profile} nameOf={nameOf} onChoose={setOther} />
      )}
    </Dialog>
  )
}

const overlay = createOverlay<MergeRequest>((props) => (
  // Reopened, nothing is selected.
  <MergeDialog key={`${props.profile.id} ${props.isOpen}`} {...props} />
))
export const openMergeContactDialog = (request: MergeRequest) => overlay.open(request)
