import type { ClientTheme, WidgetConfig } from '@ozvi/contract'
import { styleSheet } from './style.ts'
import { type EmbedLocale, labels } from './messages.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const crossPath = 'M18 6 6 18M6 6l12 12'
const create = <T extends keyof HTMLElementTagNameMap>(tag: T) => document.createElement(tag)
export const phone = matchMedia('(max-width: 480px)')

type Paint = Pick<WidgetConfig, 'color' | 'ink' | 'side' | 'launcher'> & { theme: ClientTheme }
interface LauncherListeners {
  onToggle: () => void
  onEscape: () => void
  /** The visitor is about to open the chat: on hover, focus or touch. */
  onIntent: () => void
}

/** The launcher and the container of the panel, in a shadow root of the customer's page. */
export function createLauncher(config: WidgetConfig, locale: EmbedLocale, listeners: LauncherListeners) {
  const label = labels(locale, config.name)
  let shown = config.launcher
  const host = create('div')
  host.id = 'ozvi'
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet()]
  const box = root.appendChild(create('div'))

  const button = box.appendChild(create('button'))
  button.className = 'launcher'
  button.type = 'button'
  button.ariaHasPopup = 'dialog'
  const icon = document.createElementNS(svgNamespace, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  const path = icon.appendChild(document.createElementNS(svgNamespace, 'path'))
  const text = create('b')
  const badge = create('b')
  badge.className = 'badge'
  button.append(icon, text, badge)

  const panel = box.appendChild(create('div'))
  panel.className = 'panel'
  panel.role = 'dialog'
  panel.ariaLabel = label.panel

  button.addEventListener('click', listeners.onToggle)
  for (const name of ['pointerenter', 'focus'])
    button.addEventListener(name, listeners.onIntent, { once: true })
  root.addEventListener('keydown', (event) => {
    // Listeners on a shadow root have the plain event type.
    if ((event as KeyboardEvent).key === 'Escape') listeners.onEscape()
  })

  let is_open = false
  let unread = 0
  let scroll = ''
  /** A phone's keyboard covers the page without resizing it: a panel that fills the window uses the visible part. */
  function fit() {
    const seen = visualViewport
    // Zooming with two fingers enlarges the panel; it doesn't make it smaller.
    if (seen && seen.scale < 1.01) panel.style.cssText = `--t:${seen.offsetTop}px;--h:${seen.height}px`
    panel.ariaModal = `${phone.matches}`
  }
  for (const name of ['resize', 'scroll']) visualViewport?.addEventListener(name, fit)

  function paint({ color, ink, side, theme, launcher }: Paint) {
    shown = launcher
    box.className = side
    const scheme = theme === 'auto' ? 'light dark' : theme
    const [x, y, radius] = launcher.place
    box.style.cssText = `--brand:${color};--ink:${ink};--scheme:${scheme};--x:max(${x}px,env(safe-area-inset-${side}));--y:${y}px;--r:${radius}px`
    draw()
  }
  function draw() {
    box.classList.toggle('open', is_open)
    text.textContent = (!is_open && shown.texts[locale]) || ''
    button.ariaLabel = label.launcher(is_open, unread, text.textContent)
    button.ariaExpanded = `${is_open}`
    path.setAttribute('d', is_open ? crossPath : shown.icon)
    badge.textContent = is_open || !unread ? '' : unread > 9 ? '9+' : `${unread}`
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
      ;({ is_open, unread } = state)
      if (is_open) this.peek(false)
      draw()
      fit()
    },
    /** Shows the frame as a small preview above the launcher. */
    peek: (is_on: boolean) => void box.classList.toggle('peek', is_on),
    focus: () => button.focus(),
    /** Sets all styles of the host, because rules of the page, such as `div:empty`, apply to it too. */
    setHidden(is_hidden: boolean) {
      host.style.cssText = `all:initial;position:fixed;z-index:2147483000;display:${is_hidden ? 'none' : 'block'}!important`
    },
  }
}
