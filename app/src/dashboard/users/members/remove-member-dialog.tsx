import type { Offboarding, Member } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { offboardingQuery } from '../data.ts'
import { ReassignField } from './reassign-field.tsx'

interface RemoveMemberDialogProps {
  integration_id: string
  title: string
  text: string
  confirmLabel: string
  leaving: Member
  users: readonly Member[]
  onClose: () => void
  /** @param reassign_to the new assignee of open conversations; null for no one */
  remove: (reassign_to: string | null) => Promise<void>
}
/** Confirms the removal of a member, and asks who gets their open conversations. */
export function RemoveMemberDialog({
  integration_id,
  title,
  text,
  confirmLabel,
  leaving,
  users,
  onClose,
  remove,
}: RemoveMemberDialogProps) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (newAssignee: string) => {
    await remove(newAssignee || null)
    onClose()
  })
  const isSelf = useUser().id === leaving.user_id
  const { data: offboarding } = useQuery(offboardingQuery(integration_id, isSelf ? null : leaving.user_id))
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={text}>
      <Form
        id="go"
        labels={{ reassign_to: t('users.heir') }}
        problem={problem}
        onSubmit={({ reassign_to = '' }) => void run(reassign_to)}
        className="gap-5"
      >
        <ReassignField member={leaving} users={users} />
        {offboarding && <OffboardingList offboarding={offboarding} />}
        <FormActions label={confirmLabel} variant="danger" isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Other items that belong to them, or refer to them. */
function OffboardingList({
  offboarding: { contacts, rules, macros, scheduled, own },
}: {
  offboarding: Offboarding
}) {
  const t = useT()
  const locale = useLocale()
  const ownItems = [
    own.views > 0 && t('users.departure_views', { count: own.views }),
    own.segments > 0 && t('users.departure_segments', { count: own.segments }),
    own.macros > 0 && t('users.departure_own_macros', { count: own.macros }),
    own.canned_replies > 0 && t('users.departure_canned_replies', { count: own.canned_replies }),
  ].filter((one) => one !== false)
  const namesOf = (list: readonly { name: string }[]) =>
    list.map(({ name }) => t('users.departure_name', { name })).join(', ')
  const lines = [
    contacts > 0 && t('users.departure_contacts', { count: contacts }),
    rules.length > 0 && t('users.departure_rules', { count: rules.length, names: namesOf(rules) }),
    macros.length > 0 && t('users.departure_macros', { count: macros.length, names: namesOf(macros) }),
    scheduled > 0 && t('users.departure_scheduled', { count: scheduled }),
    ownItems.length > 0 && t('users.departure_own', { list: new Intl.ListFormat(locale).format(ownItems) }),
  ].filter((line) => line !== false)
  return (
    lines.length > 0 && (
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-base">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )
  )
}
