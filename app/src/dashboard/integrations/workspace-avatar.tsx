import { type Integration, logoPath } from '@ozvi/contract'
import { Avatar, type AvatarSize } from '#ui/avatar.tsx'

interface WorkspaceAvatarProps {
  /** Undefined while loading. */
  workspace: Pick<Integration, 'id' | 'name' | 'logo_id'> | undefined
  size: AvatarSize
  /** For the initials, if there is no logo. */
  className?: string
}
/** The logo on white, as most are designed for, or initials; decorative, the name is next to it. */
export function WorkspaceAvatar({ workspace, size, className }: WorkspaceAvatarProps) {
  const src = workspace?.logo_id ? logoPath(workspace.id, workspace.logo_id) : null
  return (
    <Avatar
      name={workspace?.name ?? '…'}
      src={src}
      size={size}
      shape="square"
      {...(src ? { className: 'bg-white' } : className ? { className } : {})}
    />
  )
}
