import {
  addPushDevice,
  listPushDevices,
  type PushDevice,
  pushDevicesChanged,
  removePushDevice,
  testPushDevice,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'

const devicesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['push-devices', { integration_id }],
    queryFn: () => call(listPushDevices, { integration_id }),
  })
/** The member's browsers with push for this workspace, live. */
export function usePushDevices(integration_id: string) {
  const { id: user_id } = useUser()
  const query = devicesOf(integration_id)
  useInvalidateOn(query, pushDevicesChanged, { user_id })
  return useQuery(query)
}
const readAgain = (integration_id: string) => queryClient.invalidateQueries(devicesOf(integration_id))

/** Whether this browser supports push. */
export const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** The service worker; null if the page has none, as in development. */
const worker = async () => (await navigator.serviceWorker.getRegistration()) ?? null

/** Identifies this browser in the list; null if it has no push. */
export async function ownFingerprint(): Promise<string | null> {
  const existing = canPush() ? await (await worker())?.pushManager.getSubscription() : null
  if (!existing) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(existing.endpoint))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const sameKey = (existing: ArrayBuffer | null, public_key: string) => {
  const bytes = new Uint8Array(existing ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return text.replaceAll('=', '') === public_key
}
/**
 * Subscribes this browser, after the user has allowed notifications.
 *
 * @returns false without a service worker, or if the push service rejects it
 */
export async function addThisBrowser(integration_id: string, public_key: string): Promise<boolean> {
  const registration = await worker()
  if (!registration) return false
  const existing = await registration.pushManager.getSubscription()
  const isCurrentKey = existing && sameKey(existing.options.applicationServerKey, public_key)
  // A subscription with the keys of an earlier installation is useless.
  if (existing && !isCurrentKey) await existing.unsubscribe()
  const subscribeOptions = { userVisibleOnly: true, applicationServerKey: public_key }
  const subscription = isCurrentKey
    ? existing
    : await registration.pushManager.subscribe(subscribeOptions).catch(() => null)
  if (!subscription) return false
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call(addPushDevice, { integration_id, endpoint, keys: { p256dh, auth } })
  await readAgain(integration_id)
  return true
}
export async function removeDevice(integration_id: string, { id }: PushDevice): Promise<void> {
  await call(removePushDevice, { integration_id, device_id: id })
  await readAgain(integration_id)
}
export const testDevice = (integration_id: string, { id }: PushDevice) =>
  call(testPushDevice, { integration_id, device_id: id })
