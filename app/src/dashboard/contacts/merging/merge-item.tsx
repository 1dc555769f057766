import type { ContactProfile } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { useContactMerging } from './merge-acts.ts'

/** Leads to the merge of a contact with another one; its dialog is fetched when somebody asks for it. */
export function MergeItem({
  integration_id,
  profile,
  nameOf,
}: {
  integration_id: string
  profile: ContactProfile
  /** What the team calls somebody. */
  nameOf: (side: Pick<ContactProfile, 'id' | 'name' | 'email'>) => string
}) {
  const t = useT()
  const { merge } = useContactMerging(integration_id)
  const ask = async () =>
    (await import('./merge-dialog.tsx')).askToMergeContact({ integration_id, profile, merge, nameOf })
  return (
    <MenuItem icon="users" onSelect={() => void ask()}>
      {t('contact-merging.menu')}
    </MenuItem>
  )
}
