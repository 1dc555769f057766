import type { ReactNode } from 'react'
import { LateTrigger } from './late.tsx'
import { late } from './late-modules.ts'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './opened-menu.tsx'

/** What menus are made of; comes with the first that is reached for. */
const menuParts = late(() => import('./opened-menu.tsx'))
function parts() {
  const come = menuParts.now()
  if (!come) throw new Error('This belongs into a menu')
  return come
}

/** A list of actions behind one button. */
export const Menu = (props: MenuProps) => (
  <LateTrigger of={menuParts} popup="menu" trigger={props.trigger}>
    {({ Menu: Opened }, trigger) => <Opened {...props} trigger={trigger} />}
  </LateTrigger>
)
export function MenuItem(props: MenuItemProps) {
  const { MenuItem: Item } = parts()
  return <Item {...props} />
}
/** One of several; the chosen one is ticked. */
export function MenuChoice<V extends string>(props: MenuChoiceProps<V>) {
  const { MenuChoice: Choice } = parts()
  return <Choice {...props} />
}
export function MenuLabel(props: { children: ReactNode }) {
  const { MenuLabel: Label } = parts()
  return <Label {...props} />
}
export function MenuDivider() {
  const { MenuDivider: Divider } = parts()
  return <Divider />
}
