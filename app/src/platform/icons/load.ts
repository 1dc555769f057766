import { updateCallbacks } from '@iconify/core/lib/api/callbacks'
import { addAPIProvider } from '@iconify/core/lib/api/config'
import { loadIcon } from '@iconify/core/lib/api/icons'
import { type IconifyAPISendQuery, setAPIModule } from '@iconify/core/lib/api/modules'
import { fetchAPIModule } from '@iconify/core/lib/api/modules/fetch'
import { addIconSet, getStorage, iconInStorage } from '@iconify/core/lib/storage/storage'
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

/** The icon API's format. */
type IconSet = Parameters<typeof addIconSet>[1]

/** @throws if the host doesn't answer with a set of icons */
async function request(host: string, prefix: string, names: readonly string[]): Promise<IconSet> {
  const reply = await fetch(`${host}/${prefix}.json?icons=${names.join(',')}`, { credentials: 'omit' })
  if (!reply.ok) throw new Error(`${host} answered ${reply.status}`)
  // The format of the Iconify API.
  return (await reply.json()) as IconSet
}

/**
 * Requests icons from one host, and those it lacks from the next one. On any failure or an unknown collection the
 * next host is tried; after the last one they are missing.
 *
 * The library would start with the last successful host; here every request starts with our own server.
 */
const send: IconifyAPISendQuery = (_, params, callback) => {
  const turn = tries.get(params) ?? 0
  const host = hosts[turn]
  if (params.type !== 'icons' || !host) return callback('abort', 404)
  tries.set(params, turn + 1)
  const { prefix, icons } = params
  const storage = getStorage('', prefix)
  const lacking = () => icons.filter((name) => !iconInStorage(storage, name))
  request(host, prefix, lacking())
    .then((set) => {
      // Icons that the next hosts may have aren't missing yet.
      addIconSet(storage, { ...set, not_found: [] })
      if (lacking().length === 0) return callback('success', set)
      // Drawn without waiting for the next host.
      updateCallbacks(storage)
      callback('next', 404)
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
