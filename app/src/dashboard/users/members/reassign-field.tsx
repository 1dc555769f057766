import { can, type Member } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/input.tsx'

/** The new assignee of a member's open conversations: `reassign_to`, empty for no one. */
export function ReassignField({ member, users }: { member: Member; users: readonly Member[] }) {
  const t = useT()
  const count = member.open_conversations
  const candidates = users.filter(
    (each) => each.user_id !== member.user_id && can(each, 'conversations.answer'),
  )
  return (
    <Field name="reassign_to" hint={count === 0 ? t('users.heir_none') : t('users.heir_text', { count })}>
      <Select defaultValue="">
        <option value="">{t('users.heir_nobody')}</option>
        {candidates.map(({ user_id, name, email }) => (
          <option key={user_id} value={user_id}>
            {name || email}
          </option>
        ))}
      </Select>
    </Field>
  )
}
