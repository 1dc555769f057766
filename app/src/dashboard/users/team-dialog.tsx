import { type AssignmentMode, type Member, type Team, teamNameCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { CheckList } from './check-list.tsx'
import { saveTeam } from './manage.ts'

const assignmentModes = ['manual', 'round_robin', 'least_busy'] as const satisfies AssignmentMode[]

interface TeamDialogProps {
  integration_id: string
  /** Null for a new one. */
  team: Team | null
  users: readonly Member[]
  onClose: () => void
}
/** Name, members and assignment mode of a team. */
export function TeamDialog({ integration_id, team, users, onClose }: TeamDialogProps) {
  const t = useT()
  const [memberIds, setMemberIds] = useState(team?.member_ids ?? [])
  const { run, isBusy, problem } = useAsyncAction(async (name: string, way: string | undefined) => {
    // Members who have left are skipped.
    const member_ids = memberIds.filter((id) => users.some(({ user_id }) => user_id === id))
    await saveTeam(integration_id, team?.id ?? null, {
      name,
      member_ids,
      assignment_mode: assignmentModes.find((each) => each === way) ?? 'manual',
    })
    toast.success(t('users.group_saved', { name }))
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={team ? t('users.group_edit') : t('users.group_new')}
    >
      <Form
        id="group"
        labels={{
          name: t('users.group_name'),
          member_ids: t('users.group_members'),
          assignment_mode: t('users.assignment_mode'),
        }}
        problem={problem}
        onSubmit={({ name = '', assignment_mode }) => void run(name, assignment_mode)}
      >
        <Field name="name" isRequired>
          <Input defaultValue={team?.name ?? ''} maxLength={teamNameCharsMax} autoComplete="off" />
        </Field>
        <CheckList
          legend={t('users.group_members')}
          options={users.map(({ user_id, name, email }) => ({ value: user_id, label: name || email }))}
          selected={memberIds}
          onChange={setMemberIds}
          className="flex max-h-60 flex-col gap-1.5 sm:grid sm:grid-cols-2 sm:gap-x-4"
        />
        <Field name="assignment_mode" hint={t('users.assignment_mode_hint')}>
          <Select defaultValue={team?.assignment_mode ?? 'manual'}>
            {assignmentModes.map((way) => (
              <option key={way} value={way}>
                {t(`users.assignment_mode_${way}`)}
              </option>
            ))}
          </Select>
        </Field>
        <FormActions label={t('users.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
