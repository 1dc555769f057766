import { avatarPath, normalizeText } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { type Completion, CompletionList } from '#ui/completion-list.tsx'
import { useMembers } from '../people/members.ts'

const shownMax = 6
interface MentionListProps extends Completion {
  integration_id: string
  onInsert: (text: string) => void
}
/** Suggests members after `@`. */
export function MentionList({ integration_id, query, onInsert, ...rest }: MentionListProps) {
  const t = useT()
  const { id: user_id } = useUser()
  const members = useMembers(integration_id)
  const search = normalizeText(query)
  const matches = members
    .filter((member) => member.user_id !== user_id)
    .filter(
      ({ name, email }) =>
        normalizeText(` ${name}`).includes(` ${search}`) || normalizeText(email).startsWith(search),
    )
    .slice(0, shownMax)
  if (matches.length === 0) return null
  return (
    <CompletionList
      {...rest}
      isNarrow
      query={query}
      label={t('conversations.mention')}
      options={matches.map((member) => ({
        id: member.user_id,
        content: (
          <span className="flex items-center gap-2.5 text-base">
            <Avatar
              name={member.name || member.email}
              src={member.avatar_id && avatarPath(member.avatar_id)}
              size="sm"
            />
            <span className="min-w-0 truncate">{member.name}</span>
            <span className="ml-auto min-w-0 truncate text-xs text-muted">{member.email}</span>
          </span>
        ),
      }))}
      onChoose={(index) => {
        const member = matches[index]
        if (!member) return
        const isAlone =
          members.filter(({ name }) => normalizeText(name) === normalizeText(member.name)).length === 1
        onInsert(`@${isAlone && member.name ? member.name : member.email} `)
      }}
    />
  )
}
