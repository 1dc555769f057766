import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'

/** A search field, named by its label and placeholder. */
export function SearchInput({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <span className="relative flex-1">
      <Icon
        name="search"
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 z-1 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        className="pl-9"
        {...rest}
      />
    </span>
  )
}
