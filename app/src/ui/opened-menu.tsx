import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useCallback, useState } from 'react'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'
import type { PressedProps } from './lazy.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

export interface MenuProps {
  trigger: ReactElement<PressedProps>
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}
/** A list of actions behind one button. */
export function Menu({ trigger, side = 'bottom', align = 'start', className, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  useCloseOnBack(
    isOpen,
    useCallback(() => setOpen(false), []),
  )
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-45 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-popover overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-popover',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const item =
  'flex min-h-8 w-full items-center gap-2.5 rounded-control px-2.5 text-base text-ink outline-none ' +
  'data-highlighted:bg-inset data-disabled:opacity-50 touch:min-h-11 forced-colors:data-highlighted:outline-2'

export interface MenuItemProps {
  icon?: IconName
  tone?: 'plain' | 'danger'
  onSelect?: () => void
  /** For links: the only child is the link. */
  asChild?: boolean
  children: ReactNode
}
export function MenuItem({ icon, tone, onSelect, asChild, children }: MenuItemProps) {
  return (
    <Radix.Item
      {...(onSelect ? { onSelect: () => onSelect() } : {})}
      asChild={asChild ?? false}
      className={cn(item, tone === 'danger' && 'text-danger')}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon && <Icon name={icon} className={tone === 'danger' ? 'text-danger' : 'text-muted'} />}
          {children}
        </>
      )}
    </Radix.Item>
  )
}
export interface MenuRadioItemProps<V extends string> {
  label: string
  value: V
  /** `note` is shown after the label, for example that a member is online. */
  options: readonly { value: V; label: string; icon?: IconName; note?: ReactNode }[]
  onChange: (value: V) => void
}
/** One of several options; the selected one has a check mark. */
export function MenuRadioItem<V extends string>({ label, value, options, onChange }: MenuRadioItemProps<V>) {
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <Radix.RadioGroup
        value={value}
        onValueChange={(next) => {
          const selected = options.find((option) => option.value === next)
          if (selected) onChange(selected.value)
        }}
      >
        {options.map((option) => (
          <Radix.RadioItem key={option.value} value={option.value} className={item}>
            {option.icon && <Icon name={option.icon} className="text-muted" />}
            <span className="flex-1">{option.label}</span>
            {option.note}
            <Radix.ItemIndicator>
              <Icon name="check" size={16} className="text-primary" />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  )
}
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{children}</Radix.Label>
}
export function MenuDivider() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-inset" />
}
