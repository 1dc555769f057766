import { publicConfigId } from '../analytics/config.ts'
import type { PublicConfig } from '../request.ts'
import { iconPicture, setIconHosts } from './load.ts'

/** The icon API of this installation: public pages carry their settings, those of the app name it themselves. */
function iconApi(): string | undefined {
  const text = document.getElementById(publicConfigId)?.textContent
  // Written by the root from this very type.
  return text ? (JSON.parse(text) as PublicConfig).icon_api_url : document.documentElement.dataset.iconApi
}
let areHostsKnown = false

/** Draws the icon that an element names. One that is missing leaves its room empty and is marked so. */
export async function fillIcon(element: HTMLElement) {
  if (!areHostsKnown) setIconHosts(`${location.origin}/api/_icons`, iconApi())
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
