import { type Member, type Team, teamNameCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { CheckList } from './check-list.tsx'
import { saveTeam } from './manage.ts'

interface TeamDialogProps {
  integration_id: string
  /** None: a new one. */
  team: Team | null
  users: readonly Member[]
  onClose: () => void
}
/** The name of a team and who is on it. */
export function TeamDialog({ integration_id, team, users, onClose }: TeamDialogProps) {
  const t = useT()
  const [chosen, setChosen] = useState(team?.member_ids ?? [])
  const { run, isBusy, problem } = useAction(async (name: string) => {
    // Whoever has left meanwhile is on no team any more.
    const member_ids = chosen.filter((id) => users.some(({ user_id }) => user_id === id))
    await saveTeam(integration_id, team?.id ?? null, { name, member_ids })
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
        labels={{ name: t('users.group_name'), member_ids: t('users.group_members') }}
        problem={problem}
        onSubmit={({ name = '' }) => void run(name)}
      >
        <Field name="name" isRequired>
          <Input defaultValue={team?.name ?? ''} maxLength={teamNameCharsMax} autoComplete="off" />
        </Field>
        <CheckList
          legend={t('users.group_members')}
          options={users.map(({ user_id, name, email }) => ({ value: user_id, label: name || email }))}
          chosen={chosen}
          onChange={setChosen}
          className="flex max-h-60 flex-col gap-1.5"
        />
        <FormActs label={t('users.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
