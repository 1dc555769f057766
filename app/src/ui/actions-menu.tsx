import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Menu } from './menu.tsx'

type ButtonProps = Pick<ComponentProps<typeof IconButton>, 'label' | 'size' | 'disabled' | 'className'>

/** A menu of actions behind three dots; the label names the item they apply to. */
export function ActionsMenu({ children, ...button }: ButtonProps & { children: ReactNode }) {
  return (
    <Menu align="end" trigger={<IconButton icon="dots" {...button} />}>
      {children}
    </Menu>
  )
}
