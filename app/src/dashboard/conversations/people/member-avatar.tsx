import { avatarPath } from '@ozvi/contract'
import { Avatar, type AvatarSize } from '#ui/avatar.tsx'
import { useMembers } from './members.ts'

interface MemberAvatarProps {
  integration_id: string
  user_id: string | null
  name: string
  size?: AvatarSize
  className?: string
}
/** A member's current picture; initials if there is none, or they have left. */
export function MemberAvatar({ integration_id, user_id, size = 'sm', ...rest }: MemberAvatarProps) {
  const avatar_id = useMembers(integration_id).find((member) => member.user_id === user_id)?.avatar_id
  return <Avatar src={avatar_id ? avatarPath(avatar_id) : null} size={size} {...rest} />
}
