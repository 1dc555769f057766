import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { anyone } from '#features/accounts'
import { member } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import type { On } from '#platform/http/mount.ts'
import { describe, guardProblems } from '#platform/openapi/operations.ts'
import { acceptRawBodies } from '#platform/http/raw-body.ts'
import * as devices from './push-devices.ts'
import * as service from './service.ts'

const own = member('workspace.see')
const testLimit = { name: 'push-test', points: 20, per_s: 15 * 60 }
export const unsubscribeLimit = { name: 'stop-mails', points: 30, per_s: 15 * 60 }

export function notificationRoutes(on: On) {
  on(contract.listNotifications, schemas.listNotifications, own, service.listNotifications)
  on(contract.markNotificationsRead, schemas.markNotificationsRead, own, service.markNotificationsRead)
  on(
    contract.getNotificationPreferences,
    schemas.getNotificationPreferences,
    own,
    service.getNotificationPreferences,
  )
  on(
    contract.updateNotificationPreferences,
    schemas.updateNotificationPreferences,
    own,
    service.updateNotificationPreferences,
  )
  on(contract.listPushDevices, schemas.listPushDevices, own, devices.listPushDevices)
  on(contract.addPushDevice, schemas.addPushDevice, own, devices.addPushDevice)
  on(contract.removePushDevice, schemas.removePushDevice, own, devices.removePushDevice)
  on(contract.testPushDevice, schemas.testPushDevice, own, devices.testPushDevice, {
    limits: [{ limit: testLimit }],
  })
  on(
    contract.unsubscribeNotificationEmails,
    schemas.unsubscribeNotificationEmails,
    anyone,
    service.unsubscribeNotificationEmails,
    {
      limits: [{ limit: unsubscribeLimit }],
    },
  )
}

/** Addresses of one-click unsubscribe, with their operation ids. */
const oneClickOperations = {
  '/api/notification-mails/one-click': 'stopMailsByOneClick',
  '/api/contact-mails/one-click': 'stopContactMailsByOneClick',
  '/api/report-emails/one-click': 'unsubscribeReportEmailsByOneClick',
} as const

/** One-click unsubscribe as called by email clients (RFC 8058): a form, without cookies. */
export function oneClickUnsubscribe(
  app: FastifyInstance,
  ctx: Context,
  path: keyof typeof oneClickOperations,
  stop: (ctx: Context, token: string) => Promise<unknown>,
): void {
  void app.register(async (scope) => {
    acceptRawBodies(scope, 1024)
    scope.post<{ Querystring: { token?: unknown } }>(
      path,
      {
        config: {
          policy: 'signature',
          operations: [
            describe({
              path,
              method: 'post',
              operation_id: oneClickOperations[path],
              tag: 'mails',
              summary: 'Called by mail programs (RFC 8058): a form, without cookies.',
              access: 'the token of the mail',
              query: z.object({ token: z.string() }),
              body: { 'application/x-www-form-urlencoded': { type: 'object' } },
              reply: { 'application/json': { type: 'object', properties: { data: { type: 'null' } } } },
              problems: guardProblems({ guard: 'signature', credential: 'none', isRead: false }),
            }),
          ],
        },
      },
      async ({ query, ip }) => {
        await ctx.rates.takeByNetwork(unsubscribeLimit, ip)
        await stop(ctx, String(query.token ?? ''))
        return { data: null }
      },
    )
  })
}
