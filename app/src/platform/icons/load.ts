import { addAPIProvider } from '@iconify/core/lib/api/config'
import { loadIcon } from '@iconify/core/lib/api/icons'
import { type IconifyAPISendQuery, setAPIModule } from '@iconify/core/lib/api/modules'
import { fetchAPIModule } from '@iconify/core/lib/api/modules/fetch'
import { iconToSVG } from '@iconify/utils/lib/svg/build'
import { iconOf } from './name.ts'

/** Longest address asked for; longer lists of icons are asked for in parts. */
export const iconUrlMax = 500
/** A host that has not answered by then is joined by the next one. */
export const iconRotate_ms = 750
/** After this long an icon is missing. */
export const iconTimeout_ms = 5000

let hosts: readonly string[] = []
const tries = new WeakMap<object, number>()

/**
 * Asks one host. Whatever is wrong with its answer, an unknown collection among it, and where it has none of
 * the icons, the next host is tried; after the last one they are missing.
 *
 * The library would begin with the host that helped last; here every question begins with our own server.
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
      // The format of the icon API: names of what is not there beside the icons.
      const set = (await reply.json()) as { not_found?: string[] }
      const isEmpty = icons.every((name) => set.not_found?.includes(name))
      callback(isEmpty ? 'next' : 'success', isEmpty ? 404 : set)
    })
    .catch(() => callback('next', 503))
}

/** Our own server first, then the icon API of this installation, if it has one. Once for a page. */
export function setIconHosts(own: string, api: string | undefined) {
  hosts = [own, ...(api ? [api] : [])]
  setAPIModule('', { prepare: fetchAPIModule.prepare, send })
  // Its types leave out half of what it takes.
  const config = {
    resources: [...hosts],
    path: '/',
    maxURL: iconUrlMax,
    rotate: iconRotate_ms,
    timeout: iconTimeout_ms,
  }
  addAPIProvider('', config)
}

/** An icon as a picture of one colour, for a mask; null for one that is missing, or no icon's name. */
export async function iconPicture(text: string): Promise<string | null> {
  const icon = iconOf(text)
  if (!icon) return null
  const data = await loadIcon({ provider: '', prefix: icon.collection, name: icon.name }).catch(() => null)
  if (!data) return null
  const { attributes, body } = iconToSVG(data, { height: 'unset' })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${attributes.viewBox}">${body}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
