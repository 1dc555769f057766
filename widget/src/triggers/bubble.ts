import type { ScenarioBubble } from '@ozvi/contract'
import type { EmbedLocale } from '../embed/messages.ts'

const css = `
.bubble{position:fixed;bottom:92px;width:max-content;max-width:min(320px,calc(100vw - 40px));
padding:14px 16px;border-radius:16px;color-scheme:var(--scheme);background:Canvas;color:CanvasText;
font:15px/1.45 system-ui,sans-serif;box-shadow:0 0 0 1px #80808033,0 8px 28px #0003;animation:rise .2s ease-out}
.right .bubble{right:max(20px,env(safe-area-inset-right));border-bottom-right-radius:4px}
.left .bubble{left:max(20px,env(safe-area-inset-left));border-bottom-left-radius:4px}
.open .bubble,.peek .bubble{display:none}
.bubble button{font:inherit;color:inherit;cursor:pointer}
.bubble .text{all:unset;display:block;cursor:pointer;padding-right:28px;overflow-wrap:anywhere;white-space:pre-line}
.bubble .close{position:absolute;top:2px;right:2px;width:44px;height:44px;border:0;background:none;border-radius:12px;
display:grid;place-items:center}
.bubble .close svg{width:16px;height:16px;opacity:.7}
.bubble .close:hover svg{opacity:1}
.bubble ul{display:flex;flex-wrap:wrap;gap:8px;margin:12px 0 0;padding:0;list-style:none}
.bubble li button{min-height:40px;padding:8px 14px;border-radius:20px;background:none;text-align:start;
border:1px solid color-mix(in srgb,CanvasText 35%,Canvas);overflow-wrap:anywhere}
.bubble li button:hover{background:color-mix(in srgb,CanvasText 8%,Canvas)}
.bubble :focus-visible{outline:3px solid CanvasText;outline-offset:2px;border-radius:12px}
@keyframes rise{from{opacity:0;transform:translateY(8px)}}
@media(max-width:480px){.bubble{bottom:80px;max-width:min(320px,calc(100vw - 32px))}
.right .bubble{right:16px}.left .bubble{left:16px}}
@media(prefers-reduced-motion:reduce){.bubble{animation:none}}`

const words = {
  en: { message: 'Message from {0}', close: 'Close message' },
  sk: { message: 'Správa – {0}', close: 'Zavrieť správu' },
} as const satisfies Record<EmbedLocale, unknown>

const element = <K extends keyof HTMLElementTagNameMap>(name: K, className = '', text = '') => {
  const created = document.createElement(name)
  created.className = className
  created.textContent = text
  return created
}
function cross(): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', 'M18 6 6 18M6 6l12 12')
  svg.append(path)
  return svg
}

export interface BubbleListeners {
  /** The visitor answers with a button, or opens the conversation. */
  onAnswer: (button_id: string | undefined) => void
  onClose: () => void
}
/**
 * A message beside the launcher. It takes no focus; screen readers announce it. Tab reaches it before the launcher,
 * and Escape closes it.
 */
export function showBubble(
  box: HTMLElement,
  { text, buttons }: ScenarioBubble,
  { locale, name }: { locale: EmbedLocale; name: string },
  { onAnswer, onClose }: BubbleListeners,
): { remove: () => void } {
  const root = box.getRootNode() as ShadowRoot // the launcher is in one
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  const bubble = element('div', 'bubble')
  bubble.role = 'group'
  bubble.ariaLabel = words[locale].message.replace('{0}', () => name)
  const live = element('div')
  live.role = 'status'
  const message = element('button', 'text')
  message.type = 'button'
  message.addEventListener('click', () => onAnswer(undefined))
  live.append(message)
  const close = element('button', 'close')
  close.type = 'button'
  close.ariaLabel = words[locale].close
  close.append(cross())
  close.addEventListener('click', onClose)
  bubble.append(live)
  if (buttons.length > 0) {
    const list = element('ul')
    for (const { id, text: label } of buttons) {
      const button = element('button', '', label)
      button.type = 'button'
      button.addEventListener('click', () => onAnswer(id))
      const item = element('li')
      item.append(button)
      list.append(item)
    }
    bubble.append(list)
  }
  bubble.append(close)
  bubble.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') onClose()
  })
  box.prepend(bubble)
  // Announced because it changes after the live region is there.
  requestAnimationFrame(() => {
    message.textContent = text
  })
  return {
    remove() {
      bubble.remove()
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet)
    },
  }
}
