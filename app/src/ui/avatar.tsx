import { initials } from '@ozvi/contract/initials'
import { cn } from './cn.ts'

/** In pixels. */
export const avatarSizes = {
  '3xs': 16,
  '2xs': 20,
  xs: 24,
  sm: 28,
  md: 32,
  lg: 36,
  xl: 40,
  '2xl': 44,
  '3xl': 48,
} as const
export type AvatarSize = keyof typeof avatarSizes

interface AvatarProps {
  name: string
  src?: string | null
  size?: AvatarSize
  /** Square avatars are for companies and workspaces. */
  shape?: 'round' | 'square'
  className?: string
}
/** A decorative avatar next to a name. */
export function Avatar({ name, src, size = 'md', shape = 'round', className }: AvatarProps) {
  const px = avatarSizes[size]
  const style = cn(
    'inline-flex shrink-0 items-center justify-center overflow-hidden bg-primary/15 font-semibold text-primary-hover select-none',
    shape === 'round' ? 'rounded-full' : 'rounded-control',
    className,
  )
  return src ? (
    <img
      src={src}
      alt=""
      width={px}
      height={px}
      className={cn(style, 'object-cover')}
      style={{ width: px, height: px }}
    />
  ) : (
    // Rendered by CSS, so that screen readers and copied text don't include the initials.
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={cn(style, 'before:content-[attr(data-initials)]')}
      style={{ width: px, height: px, fontSize: Math.max(8, px * 0.38) }}
    />
  )
}
