import { readPublicConfig } from '../document/public-config.ts'
import { iconPicture, setIconHosts } from './load.ts'

let areHostsKnown = false

/** Renders the icon named by an element. A missing one leaves its space empty and is marked. */
export async function fillIcon(element: HTMLElement) {
  if (!areHostsKnown) setIconHosts(`${location.origin}/api/_icons`, readPublicConfig()?.icon_api_url)
  areHostsKnown = true
  const { icon = '' } = element.dataset
  const picture = await iconPicture(icon)
  // The element may have changed in the meantime.
  if (element.dataset.icon !== icon) return
  element.dataset.iconState = picture ? 'shown' : 'missing'
  element.style.maskImage = picture ?? ''
}
/** Renders every icon of a public page. */
export function fillIcons() {
  for (const element of document.querySelectorAll<HTMLElement>('[data-icon]')) void fillIcon(element)
}
