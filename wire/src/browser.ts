import { csrfToken, discardCsrfToken } from './csrf.ts'
import type { CallOptions, Reply } from './index.ts'
import { sendForm } from './send-form.ts'

export interface BrowserOptions {
  /** The integration of the current page, so that two tabs never act on each other's workspace. */
  integrationId?: () => string | undefined
  locale?: () => string
  /** Called for every error before the caller gets it; navigation and the error list use it. */
  onError?: (reply: Reply, request: { method: string; url: string; options: CallOptions | undefined }) => void
  now?: () => number
}
/** Sends calls with credentials, `Accept`, locale and CSRF token; never throws for a status. */
export function createBrowserSend({ integrationId, locale, onError, now }: BrowserOptions = {}) {
  return async function send(
    method: string,
    url: string,
    body: unknown,
    options?: CallOptions,
  ): Promise<Reply> {
    const headers: Record<string, string> = { accept: 'application/json' }
    const id = integrationId?.()
    if (id) headers['x-integration-id'] = id
    if (locale) headers['accept-language'] = locale()
    if (method !== 'GET') headers['x-xsrf-token'] = await csrfToken(now)
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const { status, text } =
      isForm && options?.onProgress
        ? await sendForm(method, url, headers, body, options)
        : await fetchText(url, {
            method,
            credentials: 'same-origin',
            headers,
            ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
            ...(options?.signal ? { signal: options.signal } : {}),
            ...(options?.keepalive ? { keepalive: true } : {}),
          })
    const reply = { status, body: parseJson(text) }
    if (status === 401 || status === 419) discardCsrfToken()
    if (status >= 400) onError?.(reply, { method, url, options })
    return reply
  }
}

/** @returns null if the text is empty or isn't JSON, such as a proxy's page; callers then use the status */
function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}

async function fetchText(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  return { status: response.status, text: response.status === 204 ? '' : await response.text() }
}
