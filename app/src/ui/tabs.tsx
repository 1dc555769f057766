import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface TabsProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly { value: V; label: ReactNode; content: ReactNode }[]
  className?: string
}
export function Tabs<V extends string>({ label, value, onChange, tabs, className }: TabsProps<V>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const selected = tabs.find((tab) => tab.value === next)
        if (selected) onChange(selected.value)
      }}
      className={className}
    >
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              '-mb-px flex min-h-9 items-center gap-2 border-b-2 border-transparent text-base whitespace-nowrap text-muted',
              'hover:text-ink data-[state=active]:border-primary data-[state=active]:font-medium data-[state=active]:text-ink touch:min-h-11',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
