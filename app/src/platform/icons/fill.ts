import { readPublicConfig } from '../document/public-config.ts'
import { iconPicture, setIconHosts } from './load.ts'

let areHostsKnown = false

/** Draws the icon that an element names. One that is missing leaves its room empty and is marked so. */
export async function fillIcon(element: HTMLElement) {
  if (!areHostsKnown) setIconHosts(`${location.origin}/api/_icons`, readPublicConfig()?.icon_api_url)
  areHostsKnown = true
  const { icon = '' } = element.dataset
  const picture = await iconPicture(icon)
  // Meanwhile it may have become another one.
  if (element.dataset.icon !== icon) return
  element.dataset.iconState = picture ? 'shown' : 'missing'
  element.style.maskImage = picture ?? ''
}
/** Every icon of a page that is not the app. */
export function fillIcons() {
  for (const element of document.querySelectorAll<HTMLElement>('[data-icon]')) void fillIcon(element)
}
