import type { ReactNode } from 'react'
import { Icon, type IconName } from '#ui/icon.tsx'

export function RowIcon({ name }: { name: IconName }) {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-inset text-muted">
      <Icon name={name} />
    </span>
  )
}

interface AccessRowProps {
  icon: IconName
  name: string
  details: ReactNode
  /** The buttons of the row. */
  children: ReactNode
}
/** A passkey or single sign-on link of the account. */
export function AccessRow({ icon, name, details, children }: AccessRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 sm:gap-4">
      <RowIcon name={icon} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-sm wrap-anywhere text-muted">{details}</span>
      </span>
      {children}
    </li>
  )
}
