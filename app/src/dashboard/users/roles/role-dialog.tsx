import {
  can,
  type CustomRole,
  customRoleNameCharsMax,
  memberRoles,
  type RightsHolder,
  roleHas,
  type WithholdableRight,
  withholdableRights,
} from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { wideDialog } from '#ui/dialog-frame.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { saveCustomRole } from './custom-roles.ts'
import { RightsFields } from './rights-fields.tsx'

interface RoleDialogProps {
  giver: RightsHolder & { id: string }
  /** Null for a new one. */
  role: CustomRole | null
  onClose: () => void
}
/** Name, built-in role and rights of a custom role. */
export function RoleDialog({ giver, role, onClose }: RoleDialogProps) {
  const t = useT()
  const [base, setBase] = useState<CustomRole['base_role']>(role?.base_role ?? 'agent')
  const [unchecked, setUnchecked] = useState<readonly WithholdableRight[]>(role?.withheld ?? [])
  const withheld = withholdableRights.filter(
    (right) => roleHas(base, right) && (unchecked.includes(right) || !can(giver, right)),
  )
  const { run, isBusy, problem } = useAsyncAction(async (name: string) => {
    await saveCustomRole(giver.id, role?.id ?? null, { name, base_role: base, withheld })
    toast.success(t('custom-roles.saved', { name }))
    onClose()
  })
  const isLosingReply =
    role !== null &&
    !role.withheld.includes('conversations.answer') &&
    withheld.includes('conversations.answer')
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(role ? 'custom-roles.edit' : 'custom-roles.new')}
      description={t('custom-roles.everyone')}
      className={wideDialog}
    >
      <Form
        id="custom-role"
        labels={{
          name: t('custom-roles.name'),
          base_role: t('custom-roles.base'),
          withheld: t('custom-roles.rights'),
        }}
        problem={problem}
        onSubmit={({ name = '' }) => void run(name)}
      >
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field name="name" isRequired>
            <Input defaultValue={role?.name ?? ''} maxLength={customRoleNameCharsMax} autoComplete="off" />
          </Field>
          <Field name="base_role" hint={t(role ? 'custom-roles.base_fixed' : 'custom-roles.base_hint')}>
            <Select
              value={base}
              disabled={role !== null}
              onChange={({ target }) => setBase(memberRoles.find((one) => one === target.value) ?? base)}
            >
              {memberRoles.map((each) => (
                <option key={each} value={each}>
                  {t(`users.role_${each}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <RightsFields
          base={base}
          giver={giver}
          withheld={withheld}
          isLosingReply={isLosingReply}
          onChange={(right, isOn) =>
            setUnchecked((all) => (isOn ? all.filter((one) => one !== right) : [...all, right]))
          }
        />
        <FormActions label={t('custom-roles.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
