import type { WidgetConfig } from '@ozvi/contract'
import { createCommandQueue } from './embed/commands.ts'
import { createFrame } from './embed/frame.ts'
import { createLauncher, phone } from './embed/launcher.ts'
import { createEmbedStorage } from './embed/storage.ts'
import { currentPage, watchPages } from './embed/pages.ts'
import { type EmbedLocale, isKnownLocale } from './embed/messages.ts'
import type { Person, ToHost } from './host-messages.ts'
import type { show as showInTitle } from './title.ts'
import type { TriggerEvent, watch } from './triggers.ts'

/*
 * The only script on the customer's page. It requests the workspace's configuration once, without cookies, and shows a
 * button. The panel's frame is created when the visitor is about to open it, and nothing is stored before that.
 *
 *   <script async src="{origin}/widget.js" data-key="pk_…"></script>
 *
 * data-locale="sk"          a language that the workspace offers; by default the page's, then the workspace's
 * data-hide-on="app/i/"     no button where the path contains one of these texts, separated by spaces
 * data-theme="dark"         or `light`; by default the setting of the visitor's system
 * data-preview="1"          conversations are tests, and the page can preview another appearance; with `quiet`, no
 *                           visit starts before the first message
 */

/** Kept in memory on this page only, and sent only after the visitor opens the chat. */
const landing_url = location.href

function localeOf(script: HTMLScriptElement, config: WidgetConfig): EmbedLocale {
  const candidates = [script.dataset['locale'], document.documentElement.lang, config.locale]
  const short = candidates.map((locale) => (locale ?? '').slice(0, 2).toLowerCase())
  return short.filter(isKnownLocale).find((locale) => config.locales.includes(locale)) ?? 'en'
}

function launch(
  script: HTMLScriptElement,
  config: WidgetConfig,
  queue: ReturnType<typeof createCommandQueue>,
) {
  const locale = localeOf(script, config)
  const storage = createEmbedStorage(config.key)
  const isPreview = Boolean(script.dataset['preview'])
  // The preview page is ours: the workspace's rules apply to its own pages.
  const rules = isPreview ? [] : config.hide_on
  const hideOn = [...(script.dataset['hideOn']?.match(/\S+/g) ?? []), ...rules]
  /** Built as files of their own, next to this one. The chat works without them. */
  const load = <M>(name: 'title' | 'triggers', use: (module: M) => void) =>
    import(/* @vite-ignore */ new URL(`widget-${name}.js`, script.src).href).then(use, console.warn)
  let isHidden = false
  let takesFocus = false
  /** For the triggers of scenarios; once loaded, they receive what is pushed. */
  const events: TriggerEvent[] = []
  /** Sent with each handshake. */
  let person: Person = {}

  const url = new URL(config.panel_url, script.src)
  url.searchParams.set('locale', locale)
  for (const name of ['theme', 'preview']) {
    const value = script.dataset[name]
    if (value) url.searchParams.set(name, value)
  }

  const launcher = createLauncher(config, locale, {
    onToggle() {
      toggle(!storage.get().is_open)
      events.push(['launcher_clicked'])
    },
    onEscape: () => toggle(false),
    onIntent: () => frame.mount(),
  })
  const frame = createFrame({
    host: launcher.panel,
    url,
    title: launcher.panel.ariaLabel ?? '',
    handshake: () => {
      const { is_open, is_known, is_ended } = storage.get()
      const page = currentPage()
      return {
        ozvi: 'hello',
        page,
        referrer: document.referrer,
        landing_url,
        is_open,
        takes_focus: takesFocus,
        is_known,
        is_ended,
        person,
      }
    },
    onMessage,
  })
  const show = () => {
    launcher.show(storage.get())
    launcher.setHidden(isHidden || hideOn.some((part) => location.pathname.includes(part)))
  }

  function toggle(is_open: boolean, takes_focus = true) {
    if (is_open === storage.get().is_open) return
    storage.setOpen(is_open)
    if (is_open && !storage.get().is_used) storage.set({ is_used: true })
    takesFocus = is_open && takes_focus
    if (is_open) {
      if (frame.hasFailed()) frame.unmount()
      frame.mount()
    }
    frame.post(is_open ? { type: 'open', takes_focus: takesFocus } : { type: 'close' })
    show()
    if (takesFocus) frame.focus()
    else if (!is_open) launcher.focus()
    if (is_open) events.push(['chat_opened'])
    queue.emit(is_open ? 'open' : 'close')
  }
  function setUnread(unread: number) {
    if (unread === storage.get().unread) return
    storage.set({ unread })
    show()
    queue.emit('unread', unread)
    void load<{ show: typeof showInTitle }>('title', (module) => module.show(storage, locale))
  }
  function onMessage(message: ToHost) {
    if (message.type === 'ready') {
      if (storage.get().is_ended) storage.set({ is_ended: false })
      if (takesFocus) frame.focus()
      for (const message of unsent.splice(0)) frame.post(message)
    } else if (message.type === 'open' || message.type === 'close') toggle(message.type === 'open')
    else if (message.type === 'peek') launcher.peek(message.is_on && !storage.get().is_open)
    else if (message.type === 'identified') queue.emit('identified')
    else if (message.type === 'identify_failed') {
      const { type, ...failure } = message
      console.warn(`Ozvi: ${failure.message}`)
      queue.emit(type, failure)
    } else if (message.type === 'known') storage.set({ is_known: true })
    else if (message.type === 'unread') setUnread(message.count)
    else if (message.type === 'ended') {
      storage.clear()
      frame.unmount()
      show()
    }
  }
  /** Queued until there is a frame; only the visitor's actions create one. */
  const unsent: Parameters<typeof frame.post>[0][] = []
  const postToPanel = (message: (typeof unsent)[number]) => {
    if (frame.isReady()) frame.post(message)
    else unsent.push(message)
  }

  // The full-screen panel would cover the page the visitor has just opened.
  if (phone.matches) storage.setOpen(false)
  // Outside the body, which some sites replace on navigation, or transform, which would move the button.
  document.documentElement.append(launcher.host)
  show()
  watchPages((page) => {
    show()
    events.push(['page'])
    frame.post({ type: 'page', page })
  })
  /** Runs within two seconds, even on pages that are never idle. */
  const idle = (run: () => void) =>
    window.requestIdleCallback?.(run, { timeout: 2_000 }) ?? setTimeout(run, 2_000)
  if (config.triggers[0])
    idle(() => {
      void load<{ watch: typeof watch }>('triggers', (module) =>
        module.watch([config, locale, script, launcher, storage, open, postToPanel, events]),
      )
    })
  const { is_open, is_known } = storage.get()
  // Not in the DOM types yet.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (is_open) frame.mount()
  else if (is_known && !connection?.saveData) idle(frame.mount)

  const open = (takes_focus = true) => {
    isHidden = false
    show()
    toggle(true, takes_focus)
  }
  queue.start({
    open: (how) => open(how?.takes_focus !== false),
    close: () => toggle(false),
    show: () => {
      isHidden = false
      show()
    },
    hide: () => {
      toggle(false)
      isHidden = true
      show()
    },
    identify: (now) => {
      Object.assign(person, now)
      frame.post({ type: 'identify', person: now })
    },
    track: (page) =>
      typeof page === 'string'
        ? events.push(['custom_event', page])
        : postToPanel({ type: 'page', page: { ...currentPage(), ...page } }),
    consent: (text) => {
      storage.set({ is_used: true })
      events.push(['remembered'])
      postToPanel({ type: 'consent', text: text ?? '' })
      frame.mount()
    },
    prefill: (text) => postToPanel({ type: 'prefill', text }),
    ask: (text) => {
      open()
      postToPanel({ type: 'ask', text })
    },
    look: (look) => {
      if (!isPreview) return
      launcher.paint({ ...look, color: look.brand, ink: look.on_brand })
      postToPanel({ type: 'look', look })
    },
    shutdown: () => {
      unsent.length = 0
      person = {}
      isHidden = true
      storage.setOpen(false)
      // Stored first: if the page goes away, the next handshake completes it.
      if (storage.get().is_used) storage.set({ is_known: false, is_ended: true })
      frame.post({ type: 'end' })
      show()
      // Last, because a listener of the page may throw.
      setUnread(0)
    },
  })
  queue.emit('ready')
}

async function start() {
  // A classic script has a current script; if another loader copied the tag, it is found by its attributes.
  const script = (document.currentScript ??
    document.querySelector('script[data-key]')) as HTMLScriptElement | null
  const key = script?.dataset['key']
  if (window.ozvi?.is_loaded) return
  const queue = createCommandQueue()
  if (!script || !key) return console.warn('Ozvi: data-key is missing')
  const url = new URL(`/widget/${encodeURIComponent(key)}.json`, script.src)
  addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective: directive }) => {
      if (
        disposition === 'report' ||
        !blockedURI.startsWith(url.origin) ||
        !/^(frame|connect)-/.test(directive)
      )
        return
      console.warn(`Ozvi: the Content-Security-Policy of this page lacks "${directive} ${url.origin}"`)
      // Without the frame the button would do nothing.
      document.getElementById('ozvi')?.remove()
    },
  )
  try {
    const reply = await fetch(url, { credentials: 'omit' })
    if (!reply.ok) return console.warn(`Ozvi: no chat on ${location.host} (${reply.status})`)
    const config = (await reply.json()) as WidgetConfig // from our server, as in the contract
    if (document.body) launch(script, config, queue)
    else addEventListener('DOMContentLoaded', () => launch(script, config, queue))
  } catch {
    console.warn('Ozvi: chat unavailable')
  }
}
void start()
