import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'

const tooltipDelay_ms = 700
const tooltipSkipDelay_ms = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={tooltipDelay_ms} skipDelayDuration={tooltipSkipDelay_ms}>
      {children}
    </Radix.Provider>
  )
}
/** Additional information for something that has a name; never its only label. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}) {
  // Controlled here, so that other tooltips close before this one opens: otherwise, with Preact, it closes
  // itself.
  const [isOpen, setOpen] = useState(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-45 max-w-64 animate-fade rounded-control bg-ink px-2 py-1 text-sm text-page forced-colors:border"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
