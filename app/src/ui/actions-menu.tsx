import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Menu } from './menu.tsx'
import type { MenuProps } from './opened-menu.tsx'

type ButtonProps = Pick<ComponentProps<typeof IconButton>, 'label' | 'size' | 'disabled' | 'className'>

/** A menu of actions behind three dots; the label names the item they apply to. */
export function ActionsMenu({
  side,
  children,
  ...button
}: ButtonProps & Pick<MenuProps, 'side'> & { children: ReactNode }) {
  return (
    <Menu {...(side ? { side } : {})} align="end" trigger={<IconButton icon="dots" {...button} />}>
      {children}
    </Menu>
  )
}
