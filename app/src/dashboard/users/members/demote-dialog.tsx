import type { Member } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { ReassignField } from './reassign-field.tsx'

interface DemoteDialogProps {
  member: Member
  /** Label of the new role, which can't reply to customers. */
  role: string
  users: readonly Member[]
  onClose: () => void
  /** @param reassign_to null for no one */
  demote: (reassign_to: string | null) => Promise<void>
}
/** Asks who gets a member's open conversations before they get a role that can't reply. */
export function DemoteDialog({ member, role, users, onClose, demote }: DemoteDialogProps) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (reassign_to: string) => {
    await demote(reassign_to || null)
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('users.demote_title', { name: member.name || member.email, role })}
      description={t('users.demote_text')}
    >
      <Form
        id="demote"
        labels={{ reassign_to: t('users.heir') }}
        problem={problem}
        onSubmit={({ reassign_to = '' }) => void run(reassign_to)}
      >
        <ReassignField member={member} users={users} />
        <FormActions label={t('users.demote')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
