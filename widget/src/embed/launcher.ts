import type { ClientTheme, WidgetConfig } from '@ozvi/contract'
import { styleSheet } from './style.ts'
import { type EmbedLocale, labels } from './messages.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const bubblePath = 'M20 11.5a7.5 7.5 0 0 1-7.5 7.5H4l2-3.2A7.5 7.5 0 1 1 20 11.5Z'
const crossPath = 'M18 6 6 18M6 6l12 12'
export const phone = matchMedia('(max-width: 480px)')

type Paint = Pick<WidgetConfig, 'colour' | 'ink' | 'side'> & { theme: ClientTheme }
interface LauncherListeners {
  onToggle: () => void
  onEscape: () => void
  /** The visitor is about to open: hover, focus or touch. */
  onIntent: () => void
}

/** The launcher and the container of the panel, in a shadow root of the customer's page. */
export function createLauncher(config: WidgetConfig, locale: EmbedLocale, listeners: LauncherListeners) {
  const label = labels(locale, config.name)
  const host = document.createElement('div')
  host.id = 'ozvi'
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet()]
  const box = document.createElement('div')

  const button = document.createElement('button')
  button.className = 'launcher'
  button.type = 'button'
  button.ariaHasPopup = 'dialog'
  const icon = document.createElementNS(svgNamespace, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.ariaHidden = 'true'
  const path = document.createElementNS(svgNamespace, 'path')
  icon.append(path)
  const badge = document.createElement('span')
  badge.className = 'badge'
  badge.ariaHidden = 'true'
  button.append(icon, badge)

  const panel = document.createElement('div')
  panel.className = 'panel'
  panel.role = 'dialog'
  panel.ariaLabel = label.panel
  box.append(button, panel)
  root.append(box)

  button.addEventListener('click', listeners.onToggle)
  for (const name of ['pointerenter', 'focus', 'touchstart'])
    button.addEventListener(name, listeners.onIntent, { once: true, passive: true })
  root.addEventListener('keydown', (event) => {
    // Listeners on a shadow root have the plain event type.
    if ((event as KeyboardEvent).key === 'Escape') listeners.onEscape()
  })

  let is_open = false
  let scroll = ''
  /** A phone's keyboard covers the page without resizing it: the panel uses the visible part. */
  function fit() {
    const seen = is_open && phone.matches ? window.visualViewport : null
    panel.style.height = seen ? `${seen.height}px` : ''
    panel.style.top = seen ? `${seen.offsetTop}px` : ''
    panel.ariaModal = `${phone.matches}`
  }
  window.visualViewport?.addEventListener('resize', fit)
  window.visualViewport?.addEventListener('scroll', fit)

  function paint({ colour, ink, side, theme }: Paint) {
    box.classList.remove('left', 'right')
    box.classList.add(side)
    box.style.setProperty('--brand', colour)
    box.style.setProperty('--ink', ink)
    box.style.setProperty('--scheme', theme === 'auto' ? 'light dark' : theme)
  }
  paint(config)

  return {
    host,
    box,
    panel,
    paint,
    show(state: { is_open: boolean; unread: number }) {
      const { style } = document.documentElement
      if (state.is_open !== is_open && phone.matches) {
        if (state.is_open) scroll = style.overflow
        style.overflow = state.is_open ? 'hidden' : scroll
      }
      is_open = state.is_open
      box.classList.toggle('open', is_open)
      if (is_open) this.peek(false)
      button.ariaExpanded = `${is_open}`
      button.ariaLabel = label.launcher(is_open, state.unread)
      path.setAttribute('d', is_open ? crossPath : bubblePath)
      badge.textContent = is_open || !state.unread ? '' : state.unread > 9 ? '9+' : String(state.unread)
      fit()
    },
    /** Shows the frame as a small preview above the launcher. */
    peek: (is_on: boolean) => void box.classList.toggle('peek', is_on),
    focus: () => button.focus(),
    setHidden(is_hidden: boolean) {
      host.style.display = is_hidden ? 'none' : ''
    },
  }
}
