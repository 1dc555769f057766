import { defineEvent, defineRoute } from '../api.ts'
import type * as schema from './push-devices.schema.ts'

export type { PushDevice } from './push-devices.schema.ts'

/** Maximum number of devices per member and workspace. The least recently used one is removed for a new one. */
export const pushDevicesMax = 10

/** Lists the caller's devices with push notifications, oldest first. */
export const listPushDevices = defineRoute<typeof schema.listPushDevices>()(
  'GET',
  '/api/integration/:integration_id/push-device',
)
/** Adds a browser's push subscription, as its `toJSON` returns it. It ends with the session that added it. */
export const addPushDevice = defineRoute<typeof schema.addPushDevice>()(
  'POST',
  '/api/integration/:integration_id/push-device',
)
export const removePushDevice = defineRoute<typeof schema.removePushDevice>()(
  'DELETE',
  '/api/integration/:integration_id/push-device/:device_id',
)
/** Sends a test push to one of the caller's devices. */
export const testPushDevice = defineRoute<typeof schema.testPushDevice>()(
  'POST',
  '/api/integration/:integration_id/push-device/:device_id/test',
)
/** A device was added, removed, or is gone: read again. */
export const pushDevicesChanged = defineEvent<typeof schema.pushDevicesChanged>()(
  'PushDevicesChanged',
  ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
)
