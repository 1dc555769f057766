import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Menu } from './menu.tsx'

type ButtonProps = Pick<ComponentProps<typeof IconButton>, 'label' | 'size' | 'disabled' | 'className'>

/** What can be done with one thing, behind three dots; the label says with which. */
export function ActionsMenu({ children, ...button }: ButtonProps & { children: ReactNode }) {
  return (
    <Menu align="end" trigger={<IconButton icon="dots" {...button} />}>
      {children}
    </Menu>
  )
}
