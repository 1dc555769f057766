import { type ContactProfile, contactDataPath, eraseContact, can, type RightsHolder } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/api-client.ts'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { confirm } from '#ui/confirm.ts'
import { MenuItem } from '#ui/menu.tsx'
import { download } from '#dashboard/confirmation'
import { contactName } from '#dashboard/contact-names'
import { openBlockDialog } from '#dashboard/contacts/blocking'
import { MergeItem } from '#dashboard/contacts/merging'

/** Actions on a contact and their data: export, merge, block and erase. */
export function ContactActions({
  integration,
  profile,
  name,
}: {
  integration: RightsHolder & { id: string }
  profile: ContactProfile
  name: string
}) {
  const t = useT()
  const cache = useQueryClient()
  const canExport = can(integration, 'contacts.export')
  const canErase = can(integration, 'contacts.erase')
  const canBlock = can(integration, 'conversations.answer')
  const canMerge = can(integration, 'contacts.manage')
  if (!canExport && !canErase && !canBlock && !canMerge) return null
  const erase = () =>
    confirm({
      title: t('contacts.erase_title', { name }),
      description: t('contacts.erase_text'),
      confirmLabel: t('contacts.erase_confirm'),
      typed: { expected: name, label: t('contacts.erase_typed', { name }) },
      // The page itself shows the progress.
      action: () => call(eraseContact, { integration_id: integration.id, contact_id: profile.id }),
    })
  return (
    <ActionsMenu label={t('contacts.more')}>
      {canExport && (
        <MenuItem
          icon="arrow-down"
          onSelect={() => void download(contactDataPath(integration.id, profile.id))}
        >
          {t('contacts.data_export')}
        </MenuItem>
      )}
      {canMerge && (
        <MergeItem
          integration_id={integration.id}
          profile={profile}
          nameOf={(side) => contactName(side, t)}
        />
      )}
      {canBlock && (
        <MenuItem
          icon="stop"
          tone="danger"
          onSelect={() =>
            void openBlockDialog({ cache, t, integration_id: integration.id, contact_id: profile.id, name })
          }
        >
          {t('blocking.menu')}
        </MenuItem>
      )}
      {canErase && (
        <MenuItem icon="trash" tone="danger" onSelect={() => void erase()}>
          {t('contacts.erase')}
        </MenuItem>
      )}
    </ActionsMenu>
  )
}
