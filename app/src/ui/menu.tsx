import type { ReactNode } from 'react'
import { LazyTrigger } from './lazy.tsx'
import { lazyModule } from './lazy-modules.ts'
import type { MenuRadioItemProps, MenuItemProps, MenuProps } from './opened-menu.tsx'

/** The parts of menus, loaded with the first menu that is hovered, focused or opened. */
const menuParts = lazyModule(() => import('./opened-menu.tsx'))
function parts() {
  const come = menuParts.now()
  if (!come) throw new Error('This component must be rendered inside a menu')
  return come
}

/** A list of actions behind one button. */
export const Menu = (props: MenuProps) => (
  <LazyTrigger of={menuParts} popup="menu" trigger={props.trigger}>
    {({ Menu: Opened }, trigger) => <Opened {...props} trigger={trigger} />}
  </LazyTrigger>
)
export function MenuItem(props: MenuItemProps) {
  const { MenuItem: Item } = parts()
  return <Item {...props} />
}
/** One of several options; the selected one has a check mark. */
export function MenuRadioItem<V extends string>(props: MenuRadioItemProps<V>) {
  const { MenuRadioItem: Choice } = parts()
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
