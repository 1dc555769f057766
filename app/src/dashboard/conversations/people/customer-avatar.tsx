import type { Contact } from '@ozvi/contract'
import { Avatar, type AvatarSize, avatarSizes } from '#ui/avatar.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'

/** Initials of a customer; an icon if they have neither name nor address. */
export function CustomerAvatar({
  contact: { name, email },
  size,
  className,
}: {
  contact: Pick<Contact, 'name' | 'email'>
  size: AvatarSize
  className?: string
}) {
  const knownName = name ?? email
  if (knownName) return <Avatar name={knownName} size={size} {...(className ? { className } : {})} />
  const px = avatarSizes[size]
  return (
    <span
      aria-hidden="true"
      style={{ width: px, height: px }}
      className={cn(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-inset text-muted',
        className,
      )}
    >
      <Icon name="user" size={Math.round(px * 0.55)} />
    </span>
  )
}
