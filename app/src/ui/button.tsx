import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  plain: 'border-line bg-raised text-ink hover:bg-inset',
  quiet: 'border-transparent text-ink hover:bg-inset',
  danger: 'border-danger text-danger hover:bg-danger-subtle',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-3 text-sm touch:h-11 touch:min-w-11',
  md: 'h-9 gap-2 px-4 text-base touch:h-11 touch:min-w-11',
  lg: 'h-11 gap-2 px-5 text-md',
}
/** The style of a button, for links that look like one. */
export const buttonStyle = (variant: ButtonVariant = 'plain', size: ButtonSize = 'md', className?: string) =>
  cn(
    'inline-flex items-center justify-center rounded-control border font-medium whitespace-nowrap select-none',
    'transition-colors duration-120 active:translate-y-px disabled:cursor-not-allowed disabled:opacity-50',
    variants[variant],
    sizes[size],
    className,
  )

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  /** In progress: the button keeps the focus, shows a spinner and ignores clicks. */
  isBusy?: boolean
  /** Not possible now: unlike with `disabled`, the button keeps the focus. It ignores clicks. */
  isUnavailable?: boolean
}
export function Button({
  variant,
  size,
  icon,
  isBusy,
  isUnavailable,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isInactive = isBusy || isUnavailable
  return (
    <button
      type="button"
      {...rest}
      className={buttonStyle(
        variant,
        size,
        cn(isBusy && 'opacity-70', isUnavailable && 'cursor-not-allowed opacity-50', className),
      )}
      aria-disabled={isInactive || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => (isInactive ? event.preventDefault() : onClick?.(event))}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 16 : 18} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: IconName
  /** What it does; the only text for screen readers. */
  label: string
  size?: 'sm' | 'md'
  children?: ReactNode
}
export function IconButton({ icon, label, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip=""
      {...rest}
      className={cn(
        'inline-flex items-center justify-center rounded-control text-muted transition-colors duration-120',
        'hover:bg-inset hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 touch:size-11',
        size === 'sm' ? 'size-8' : 'size-9',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  )
}
