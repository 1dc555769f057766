import { useEffect } from 'react'

const mark =
  'M16 2.5c7.9 0 14 5.6 14 12.9 0 7.2-6.1 12.8-14 12.8-1.9 0-3.7-.3-5.3-.9l-6.3 2.5c-.8.3-1.6-.4-1.4-1.2l1.4-5.7A12.3 12.3 0 0 1 2 15.4C2 8.1 8.1 2.5 16 2.5Zm0 6.4c-4.1 0-7.2 2.8-7.2 6.5s3.1 6.4 7.2 6.4 7.2-2.7 7.2-6.4-3.1-6.5-7.2-6.5Z'
const dotted = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path,.eye{fill:#2867e4}@media(prefers-color-scheme:dark){path,.eye{fill:#72a3fe}}</style><path fill-rule="evenodd" d="${mark}"/><circle class="eye" cx="16" cy="15.4" r="2.6"/><circle cx="24.5" cy="7.5" r="7.5" fill="#e5343d" stroke="#fff" stroke-width="2"/></svg>`,
)}`

/** A dot on the tab's icon and, for the installed app, a number on its icon. */
export function useAppBadge(count: number) {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon) return
    icon.dataset.plain ??= icon.href
    icon.href = count > 0 ? dotted : icon.dataset.plain
    // Fails if the app isn't installed, which doesn't matter.
    if ('setAppBadge' in navigator)
      (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
  }, [count])
}
