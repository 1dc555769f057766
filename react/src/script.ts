import { commands } from './commands.ts'

export interface OzviScript {
  /** Address of your Ozvi server, such as `https://chat.example.com`. */
  url: string
  /** The public key of your workspace: `pk_…`. */
  publicKey: string
  /** Default: the language of the page, then the workspace’s. */
  locale?: 'en' | 'sk' | undefined
  /** Default: the setting of the workspace. */
  theme?: 'light' | 'dark' | undefined
  /** No button where the path contains one of these. */
  hideOn?: readonly string[] | undefined
  /** The nonce of the page’s Content-Security-Policy. */
  nonce?: string | undefined
}

/** Mounted components. They share the script tag. */
let mounts = 0
let isShutDown = false

function insert({ url, publicKey, locale, theme, hideOn, nonce }: OzviScript): void {
  const script = document.createElement('script')
  script.async = true
  script.src = new URL('/widget.js', url).href
  script.dataset['key'] = publicKey
  if (locale) script.dataset['locale'] = locale
  if (theme) script.dataset['theme'] = theme
  if (hideOn?.length) script.dataset['hideOn'] = hideOn.join(' ')
  if (nonce) script.nonce = nonce
  // The next mount tries again.
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
}

/**
 * Adds the script tag unless the page has one, and shows the chat again after a shutdown.
 *
 * @returns shuts the chat down, unless another component is mounted by the end of the current task: React’s strict
 * mode and a change of the route unmount and mount in one task
 */
export function mount(options: OzviScript): () => void {
  mounts++
  if (!document.querySelector('script[data-key][src*="/widget.js"]')) insert(options)
  if (isShutDown) commands.show()
  isShutDown = false
  return () => {
    mounts--
    setTimeout(() => {
      if (mounts > 0 || isShutDown) return
      isShutDown = true
      commands.shutdown()
    })
  }
}
