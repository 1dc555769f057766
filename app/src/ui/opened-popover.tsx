import { Popover as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useCallback, useState } from 'react'
import { cn } from './cn.ts'
import type { PressedProps } from './lazy.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

export interface PopoverProps {
  trigger: ReactElement<PressedProps>
  /** Names the panel. */
  label: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Controlled by the caller; without it the popover manages its own state. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}
export function Popover({
  trigger,
  label,
  side = 'bottom',
  align = 'start',
  className,
  isOpen,
  onOpenChange,
  children,
}: PopoverProps) {
  const [isOpenHere, setOpenHere] = useState(false)
  const change = useCallback(
    (next: boolean) => {
      setOpenHere(next)
      onOpenChange?.(next)
    },
    [onOpenChange],
  )
  useCloseOnBack(
    isOpen ?? isOpenHere,
    useCallback(() => change(false), [change]),
  )
  return (
    <Radix.Root open={isOpen ?? isOpenHere} onOpenChange={change}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-45 w-80 max-w-[calc(100vw-1rem)] animate-popover rounded-card border border-line bg-raised p-4 shadow-popover',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
