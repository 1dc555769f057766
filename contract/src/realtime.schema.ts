import * as z from 'zod/mini'

/** `socket_id` and `channel_name` as the Pusher clients send them, form-encoded or JSON. */
export const ChannelAuthRequest = z.object({
  socket_id: z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/, 'socket_id_invalid')),
  channel_name: z.string().check(z.regex(/^[A-Za-z0-9_\-=@,.;]{1,164}$/, 'channel_name_invalid')),
})
export const UserAuthRequest = z.pick(ChannelAuthRequest, { socket_id: true })
/** Passed to the realtime library unchanged, so these two responses have no `data` wrapper. */
export const ChannelAuth = z.object({ auth: z.string(), channel_data: z.optional(z.string()) })
export type ChannelAuth = z.infer<typeof ChannelAuth>
export const UserAuth = z.object({ auth: z.string(), user_data: z.string() })
export type UserAuth = z.infer<typeof UserAuth>
