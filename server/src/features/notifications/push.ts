import { createHash } from 'node:crypto'
import { type Locale, pushDevicesChanged, workspaceChannel } from '@ozvi/contract'
import * as z from 'zod/mini'
import { ownAudience } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob } from '#platform/jobs/index.ts'
import { preferencesWith, isMuted } from './preferences.ts'
import { pushKeys } from './push-keys.ts'
import * as devices from './push-store.ts'
import * as store from './store.ts'
import { notificationPath, notificationText, testText, actorNameOf } from './texts.ts'

/** Sends a push about one notification to one browser; without a notification it is a test. */
export const pushNotificationJob = defineJob(
  'notifications.push',
  z.object({ integration_id: z.uuid(), device_id: z.uuid(), notice_id: z.optional(z.uuid()) }),
  { retry_limit: 4, retry_delay_s: 15, expire_s: 60, concurrency: 4 },
)
/** Members with an open page see it there first. A push is sent if they haven't after this time. */
const onlineDelay_s = 20
/** A push undelivered for this long is obsolete. */
const ttl_s = 4 * 60 * 60
const goneStatuses = [404, 410]

/** In the transaction of the notifications, so that each push is sent only if they are committed. */
export async function enqueuePushes(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  notifications: readonly { id: string; user_id: string }[],
): Promise<void> {
  const deviceIds = await devices.listDeviceIds(
    tx,
    integration_id,
    notifications.map(({ user_id }) => user_id),
  )
  if (deviceIds.length === 0) return
  const onlineIds = ctx.presence.members(workspaceChannel({ integration_id }))
  for (const { id: device_id, user_id } of deviceIds) {
    const notification = notifications.find((each) => each.user_id === user_id)
    if (!notification) continue
    const when = onlineIds.includes(user_id) ? { start_after_s: onlineDelay_s } : {}
    await tx.enqueue(pushNotificationJob, { integration_id, device_id, notice_id: notification.id }, when)
  }
}

interface PushText {
  title: string
  body: string
  /** A newer push of the same conversation replaces the previous one. */
  tag: string
  url: string
  unread: number
}
/** The text of a push; undefined if the notification was read, or they want no push now. */
async function pushTextFor(
  ctx: Context,
  key: store.MemberKey,
  reader: { locale: Locale; workspace: string },
  notice_id: string,
): Promise<PushText | undefined> {
  const notification = await devices.findUnread(ctx.db, key, notice_id)
  if (!notification) return undefined
  const stored = await store.findPreferences(ctx.db, key)
  const preferences = preferencesWith(key.integration_id, stored?.preferences, stored?.version)
  if (!preferences.is_on || !preferences.kinds[notification.kind].push || isMuted(preferences, ctx.now()))
    return undefined
  const { locale, workspace } = reader
  const { preview, conversation_id, suggestion_id } = notification
  const who = actorNameOf(notification, locale)
  return {
    title: notificationText(notification, locale, false),
    body:
      preferences.include_text && (who ?? preview) ? [who, preview].filter(Boolean).join(': ') : workspace,
    tag: suggestion_id ? `suggestion:${suggestion_id}` : `conversation:${conversation_id}`,
    url: `/${locale}${notificationPath({ ...notification, integration_id: key.integration_id })}`,
    unread: await devices.countUnread(ctx.db, key),
  }
}

/** The contact for push services; plain http addresses aren't accepted. */
const subjectOf = (app_url: string) =>
  app_url.startsWith('https:') ? app_url : `mailto:ozvi@${new URL(app_url).hostname}`

/** Topics have at most 32 characters; a newer push with the same topic replaces a waiting one. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/**
 * Sends an encrypted push through the browser's push service. Deletes browsers that are gone.
 *
 * @throws if the service is temporarily unavailable; the job retries
 */
export async function push(
  ctx: Context,
  {
    integration_id,
    device_id,
    notice_id,
  }: { integration_id: string; device_id: string; notice_id?: string | undefined },
): Promise<void> {
  const device = await devices.findDevice(ctx.db, { integration_id, device_id })
  const key = device && { integration_id, user_id: device.user_id }
  const reader = key && (await store.findRecipient(ctx.db, key))
  if (!device || !key || !reader) return
  const test = {
    ...testText(reader.locale),
    tag: 'test',
    url: `/${reader.locale}/app/i/${integration_id}/settings/notifications`,
    unread: 0,
  }
  const payload = notice_id ? await pushTextFor(ctx, key, reader, notice_id) : test
  if (!payload) return
  const { endpoint, p256dh, auth } = device
  const { public_key, private_key } = pushKeys(ctx.secrets)
  // Loaded with the first push: most starts send none.
  const { default: webPush } = await import('web-push')
  const built = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: {
        subject: subjectOf(ctx.config.app_url),
        publicKey: public_key,
        privateKey: private_key,
      },
      TTL: ttl_s,
      urgency: 'high',
      topic: topicOf(payload.tag),
    },
  )
  const answer = await ctx.egress.fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(built.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    ...(built.body ? { body: new Uint8Array(built.body) } : {}),
    redirect: 'manual',
    max_bytes: 10_000,
    at_cap: 'truncate',
    timeout_ms: 20_000,
  })
  if (answer.ok && goneStatuses.includes(answer.status)) return deleteDevice(ctx, key, device_id)
  if (!answer.ok) throw new Error(`The push service could not be reached: ${answer.reason}`)
  if (answer.status >= 300) throw new Error(`The push service answered ${answer.status}`)
  const at = isoNow(ctx)
  await ctx.transaction((tx) => devices.recordPush(tx, { integration_id, device_id }, at))
}

const deleteDevice = (ctx: Context, { integration_id, user_id }: store.MemberKey, device_id: string) =>
  ctx.transaction(async (tx) => {
    await devices.deleteDevice(tx, { integration_id, device_id }, user_id)
    tx.emit(pushDevicesChanged, { integration_id }, { user_id }, ownAudience(integration_id, user_id))
  })
