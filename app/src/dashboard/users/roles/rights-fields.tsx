import {
  can,
  memberRoles,
  type RightsHolder,
  type Role,
  roleHas,
  type WithholdableRight,
} from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { rightGroups, rightKey } from './rights.ts'

interface RightsFieldsProps {
  base: Role
  /** Members can only give rights that they have. */
  giver: RightsHolder
  withheld: readonly WithholdableRight[]
  /** Whether members who can reply now will lose that. */
  isLosingReply: boolean
  onChange: (right: WithholdableRight, isOn: boolean) => void
}
/** A checkbox for each right, by area. Those that the role can't have say why. */
export function RightsFields({ base, giver, withheld, isLosingReply, onChange }: RightsFieldsProps) {
  const t = useT()
  function hintOf(right: WithholdableRight): string | undefined {
    if (!roleHas(base, right))
      return memberRoles.some((role) => roleHas(role, right))
        ? t('custom-roles.not_in_base', { base: t(`users.role_${base}`) })
        : t('custom-roles.owner_only')
    if (!can(giver, right)) return t('custom-roles.not_yours')
    return right === 'conversations.answer' && isLosingReply ? t('custom-roles.reply_note') : undefined
  }
  return (
    <div className="-mb-4 gap-x-6 sm:columns-2 lg:columns-3 xl:columns-4" id="custom-role-withheld">
      {rightGroups.map(({ name, rights }) => (
        <fieldset key={name} className="mb-4 break-inside-avoid">
          <legend className="text-base font-medium">{t(`custom-roles.area_${name}`)}</legend>
          <div className="mt-2 flex flex-col gap-1">
            {rights.map((right) => (
              <Checkbox
                key={right}
                label={t(`custom-roles.right_${rightKey(right)}`)}
                hint={hintOf(right)}
                className="has-disabled:text-muted"
                disabled={!roleHas(base, right) || !can(giver, right)}
                checked={roleHas(base, right) && !withheld.includes(right)}
                onChange={({ target }) => onChange(right, target.checked)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
