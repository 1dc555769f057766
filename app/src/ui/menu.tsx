import type { ReactNode } from 'react'
import { LazyTrigger } from './lazy.tsx'
import { lazyModule } from './lazy-modules.ts'
import type { MenuRadioItemProps, MenuItemProps, MenuProps } from './opened-menu.tsx'

/** The parts of menus, loaded with the first menu that is hovered, focused or opened. */
const menuParts = lazyModule(() => import('./opened-menu.tsx'))
function loadedParts() {
  const parts = menuParts.now()
  if (!parts) throw new Error('This component must be rendered inside a menu')
  return parts
}

/** A list of actions behind one button. */
export const Menu = (props: MenuProps) => (
  <LazyTrigger of={menuParts} popup="menu" trigger={props.trigger}>
    {(parts, trigger) => <parts.Menu {...props} trigger={trigger} />}
  </LazyTrigger>
)
export function MenuItem(props: MenuItemProps) {
  const parts = loadedParts()
  return <parts.MenuItem {...props} />
}
/** One of several options; the selected one has a check mark. */
export function MenuRadioItem<V extends string>(props: MenuRadioItemProps<V>) {
  const parts = loadedParts()
  return <parts.MenuRadioItem {...props} />
}
export function MenuLabel(props: { children: ReactNode }) {
  const parts = loadedParts()
  return <parts.MenuLabel {...props} />
}
export function MenuDivider() {
  const parts = loadedParts()
  return <parts.MenuDivider />
}
