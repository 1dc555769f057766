import { isApp, kindOf, localeOf, canCacheAsset, canCachePage } from './policy.ts'

declare const self: ServiceWorkerGlobalScope
/** Inserted by the build: its id, and the offline page by locale. */
declare const __BUILD_ID__: string
declare const __OFFLINE__: Record<'en' | 'sk', { html: string; policy: string }>

/** One cache of each type per build; those of other builds are deleted when this worker takes over. */
const assets = `assets-${__BUILD_ID__}`
const pages = `pages-${__BUILD_ID__}`
const pagesMax = 60

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => {
  async function takeOver() {
    const old = (await caches.keys()).filter((name) => name !== assets && name !== pages)
    await Promise.all(old.map((name) => caches.delete(name)))
    // Lets the browser request pages while this worker is starting.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

/** A failed cache write must not fail the response. */
async function store(name: string, key: Request | string, reply: Response) {
  try {
    const cache = await caches.open(name)
    await cache.put(key, reply)
    if (name !== pages) return
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - pagesMax)).map((key) => cache.delete(key)))
  } catch {
    // The next visit requests it from the network again.
  }
}
const cached = (name: string, key: Request | string) =>
  caches.match(key, { cacheName: name, ignoreVary: true }).catch(() => undefined)

/** Cache first: the content for a hashed name never changes. */
async function respondWithAsset(event: FetchEvent): Promise<Response> {
  const stored = await cached(assets, event.request)
  if (stored) return stored
  const reply = await fetch(event.request)
  if (canCacheAsset(reply)) event.waitUntil(store(assets, event.request, reply.clone()))
  return reply
}

/** Network first; offline, the cached page or the offline page. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  const { origin, pathname } = new URL(event.request.url)
  const key = origin + pathname
  try {
    // Typed as any; it is the preloaded response to this request, or undefined.
    const preloaded = (await event.preloadResponse) as Response | undefined
    const reply = preloaded ?? (await fetch(event.request))
    if (canCachePage(event.request.url, reply)) event.waitUntil(store(pages, key, reply.clone()))
    return reply
  } catch {
    return (await cached(pages, key)) ?? (await offline(pathname))
  }
}

async function offline(pathname: string): Promise<Response> {
  const remembered = await self.cookieStore?.get('locale').catch(() => null)
  const { html, policy } = __OFFLINE__[localeOf(pathname, remembered?.value, navigator.languages)]
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
  })
}

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin)
  if (kind === 'asset') event.respondWith(respondWithAsset(event))
  if (kind === 'page') event.respondWith(respondWithPage(event))
})

/** Navigates an open page of the app without reloading it; otherwise opens one. */
async function show(path: string) {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isThere = (client: WindowClient) => new URL(client.url).pathname === url.pathname
  const open = windows.find(isThere) ?? windows.find(({ url }) => isApp(new URL(url).pathname))
  if (!open) return void (await self.clients.openWindow(url.href))
  const focused = await open.focus().catch(() => open)
  if (!isThere(focused)) focused.postMessage({ kind: 'show', path: url.pathname })
}
/** The content of a push message, written by the server. */
interface PushMessage {
  title: string
  body: string
  tag: string
  url: string
  unread: number
}
async function notify({ title, body, tag, url, unread }: PushMessage) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A member with the conversation open already sees the message.
  const path = url.replace(/^\/(en|sk)\//, '/')
  if (windows.some((client) => client.focused && new URL(client.url).pathname.endsWith(path))) return
  if (unread > 0) await self.navigator.setAppBadge?.(unread).catch(() => undefined)
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/apple-touch-icon.png',
    data: { url },
  })
}
self.addEventListener('push', (event) => {
  // Encrypted for this browser by our own server.
  const message = event.data?.json() as PushMessage | undefined
  if (message) event.waitUntil(notify(message))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Typed as any; set by `showNotification`.
  const { url } = (event.notification.data ?? {}) as { url?: string }
  if (url) event.waitUntil(show(url))
})
