import { readPublicConfig } from '../document/public-config.ts'

declare global {
  interface Window {
    /** The loader's command function; until it is loaded, commands are queued in `q`. */
    ozvi?: ((name: string, ...args: unknown[]) => void) & { q?: unknown[][] }
  }
}

/** The preview has the chat of a workspace. */
const preview = /^\/(en|sk)\/preview\b/

/**
 * Adds the product's own chat to a public page, once; framed pages are part of another one.
 * @param hideOn parts of paths where it is hidden
 */
export function addSiteChatWidget(hideOn: readonly string[]) {
  const widget_key = readPublicConfig()?.widget_key
  if (!widget_key || self !== top || preview.test(location.pathname)) return
  if (document.querySelector('script[data-key]')) return
  const q: unknown[][] = [['on', 'ready', turnLinksIntoQuestions]]
  window.ozvi = Object.assign((...args: unknown[]) => void q.push(args), { q })
  const script = document.createElement('script')
  script.src = '/widget.js'
  script.dataset.key = widget_key
  script.dataset.locale = document.documentElement.lang
  script.dataset.hideOn = hideOn.join(' ')
  const { colorMode, theme } = document.documentElement.dataset
  if (theme && colorMode !== 'system') script.dataset.theme = theme // Otherwise the chat follows the system.
  document.head.append(script)
}

/** Links to answers ask their question in the chat, if there is one. */
function turnLinksIntoQuestions() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-ask]')) {
    const hasFocus = link === document.activeElement
    const button = document.createElement('button')
    button.type = 'button'
    button.className = link.className
    button.append(...link.childNodes)
    button.addEventListener('click', () => window.ozvi?.('ask', link.dataset.ask))
    link.replaceWith(button)
    if (hasFocus) button.focus()
  }
}
