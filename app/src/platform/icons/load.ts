import { addAPIProvider } from '@iconify/core/lib/api/config'
import { loadIcon } from '@iconify/core/lib/api/icons'
import { type IconifyAPISendQuery, setAPIModule } from '@iconify/core/lib/api/modules'
import { fetchAPIModule } from '@iconify/core/lib/api/modules/fetch'
import { iconToSVG } from '@iconify/utils/lib/svg/build'
import { iconOf } from './name.ts'

/** Maximum URL length; longer lists of icons are split. */
export const iconUrlMax = 500
/** After this time without a response the next host is tried in parallel. */
export const iconRotate_ms = 750
/** After this time an icon counts as missing. */
export const iconTimeout_ms = 5000

let hosts: readonly string[] = []
const tries = new WeakMap<object, number>()

/**
 * Requests icons from one host. On any failure, an unknown collection or missing icons, the next host is
 * tried; after the last one they are missing.
 *
 * The library would start with the last successful host; here every request starts with our own server.
 */
const send: IconifyAPISendQuery = (_, params, callback) => {
  const turn = tries.get(params) ?? 0
  const host = hosts[turn]
  if (params.type !== 'icons' || !host) return callback('abort', 404)
  tries.set(params, turn + 1)
  const { prefix, icons } = params
  fetch(`${host}/${prefix}.json?icons=${icons.join(',')}`, { credentials: 'omit' })
    .then(async (reply) => {
      if (!reply.ok) return callback('next', reply.status)
      // Format of the icon API: missing names are listed next to the icons.
      const set = (await reply.json()) as { not_found?: string[] }
      const isEmpty = icons.every((name) => set.not_found?.includes(name))
      callback(isEmpty ? 'next' : 'success', isEmpty ? 404 : set)
    })
    .catch(() => callback('next', 503))
}

/** Our own server first, then the installation's icon API, if any. Call it once per page. */
export function setIconHosts(ownUrl: string, api: string | undefined) {
  hosts = [ownUrl, ...(api ? [api] : [])]
  setAPIModule('', { prepare: fetchAPIModule.prepare, send })
  // The library's types are incomplete.
  const config = {
    resources: [...hosts],
    path: '/',
    maxURL: iconUrlMax,
    rotate: iconRotate_ms,
    timeout: iconTimeout_ms,
  }
  addAPIProvider('', config)
}

/** An icon as a single-color picture for a mask; null if missing or invalid. */
export async function iconPicture(text: string): Promise<string | null> {
  const icon = iconOf(text)
  if (!icon) return null
  const data = await loadIcon({ provider: '', prefix: icon.collection, name: icon.name }).catch(() => null)
  if (!data) return null
  const { attributes, body } = iconToSVG(data, { height: 'unset' })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${attributes.viewBox}">${body}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
