/**
 * Channel and socket names (Pusher protocol 7). Neither alphabet contains a colon, which separates the fields
 * of signatures, so a signed text has only one interpretation.
 */
const channelName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/
const socketId = /^\d{1,16}\.\d{1,16}$/
const userPrefix = '#server-to-user-'

export const isChannelName = (name: unknown): name is string =>
  typeof name === 'string' && channelName.test(name)
export const isSocketId = (id: unknown): id is string => typeof id === 'string' && socketId.test(id)
/** A user id as accepted by sign-in and presence; Pusher's limit is 128 characters. */
export const isUserId = (id: unknown): id is string =>
  // PostgreSQL stores no NUL.
  typeof id === 'string' && id.length > 0 && id.length <= 128 && !id.includes('\0')

export const isPresence = (name: string) => name.startsWith('presence-')
export const isEncrypted = (name: string) => name.startsWith('private-encrypted-')
/** Whether a subscription needs a signature. */
export const isGuarded = (name: string) => name.startsWith('private-') || isPresence(name)
export const isCached = (name: string) => /^(?:private-encrypted-|private-|presence-)?cache-/.test(name)

/** The channel that reaches every connection of one signed-in user. */
export const userChannel = (user_id: string) => userPrefix + user_id
export const isUserChannel = (name: unknown): name is string =>
  typeof name === 'string' && name.startsWith(userPrefix) && isUserId(name.slice(userPrefix.length))
/** Whether a channel is internal: hidden from the HTTP API, uncounted, closed to client events. */
export const isReserved = (name: string) => name.startsWith('#')
