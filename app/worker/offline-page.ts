import { createHash } from 'node:crypto'

export interface OfflineMessages {
  title: string
  text: string
  retry: string
}
/** Interval at which a visible page checks whether the server is back. */
const poll_ms = 5_000

/*
 * The offline page. It contains everything it needs, and its policy allows only that and the request that checks
 * whether the server is back. Colors match the theme.
 */

const style = `
:root{color-scheme:light dark;--bg:light-dark(#f9fafb,#090b0f);--card:light-dark(#fff,#17191f);--line:light-dark(#e4e6ea,#26292f);--ink:light-dark(#17191f,#f3f4f6);--muted:light-dark(#51555d,#9fa3ab);--primary:light-dark(#2867e4,#72a3fe);--on:light-dark(#fff,#090b0f)}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:1.5rem;background:var(--bg);color:var(--ink);font:16px/1.5 Figtree,system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:2.5rem 2rem;border:1px solid var(--line);border-radius:16px;background:var(--card);text-align:center}
svg{fill:var(--primary)}
h1{margin:1.25rem 0 0;font-size:1.5rem;line-height:2rem;letter-spacing:-.01em;text-wrap:balance}
p{margin:.75rem 0 0;color:var(--muted);text-wrap:pretty}
a{display:inline-block;margin-top:1.75rem;padding:.625rem 1.25rem;border-radius:6px;background:var(--primary);color:var(--on);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
@media(forced-colors:active){svg{fill:CanvasText}a{border:1px solid}}`.replaceAll('\n', '')

const script =
  `(function(h){var m=/(?:^|;\\s*)color-mode=(light|dark)/.exec(document.cookie);if(m)h.dataset.theme=m[1];` +
  `function back(){fetch('/builds/latest.json?'+Date.now(),{cache:'no-store',credentials:'omit'})` +
  `.then(function(r){if(r.ok)location.reload()}).catch(function(){})}` +
  `addEventListener('online',back);` +
  `setInterval(function(){if(document.visibilityState==='visible')back()},${poll_ms})})(document.documentElement)`

const mark =
  'M16 2.5c7.9 0 14 5.6 14 12.9 0 7.2-6.1 12.8-14 12.8-1.9 0-3.7-.3-5.3-.9l-6.3 2.5c-.8.3-1.6-.4-1.4-1.2l1.4-5.7A12.3 12.3 0 0 1 2 15.4C2 8.1 8.1 2.5 16 2.5Zm0 6.4c-4.1 0-7.2 2.8-7.2 6.5s3.1 6.4 7.2 6.4 7.2-2.7 7.2-6.4-3.1-6.5-7.2-6.5Z'
const text = (messages: string) => messages.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/** @returns the page and its Content-Security-Policy */
export function offlinePage(
  locale: 'en' | 'sk',
  messages: OfflineMessages,
): { html: string; policy: string } {
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${text(messages.title)} – Ozvi</title><style>${style}</style></head><body><main><svg width="44" height="44" viewBox="0 0 32 32" aria-hidden="true"><path fill-rule="evenodd" d="${mark}"/><circle cx="16" cy="15.4" r="2.6"/></svg><h1>${text(messages.title)}</h1><p>${text(messages.text)}</p><a href="">${text(messages.retry)}</a></main><script>${script}</script></body></html>`
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}
