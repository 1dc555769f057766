import type { ContactProfile } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { useContactMerging } from './merge-actions.ts'

/** Opens the merge dialog, which is loaded on first use. */
export function MergeItem({
  integration_id,
  profile,
  nameOf,
}: {
  integration_id: string
  profile: ContactProfile
  /** Display name of a contact. */
  nameOf: (side: Pick<ContactProfile, 'id' | 'name' | 'email'>) => string
}) {
  const t = useT()
  const { merge } = useContactMerging(integration_id)
  const openDialog = async () =>
    (await import('./merge-dialog.tsx')).openMergeContactDialog({ integration_id, profile, merge, nameOf })
  return (
    <MenuItem icon="users" onSelect={() => void openDialog()}>
      {t('contact-merging.menu')}
    </MenuItem>
  )
}
