/**
 * What a channel's or a socket's name says about it (Pusher protocol 7).
 *
 * Neither set of characters holds a colon, which parts the fields of every signature: one signed text can
 * therefore be read in one way only.
 */
const channelName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/
const socketId = /^\d{1,16}\.\d{1,16}$/
const userPrefix = '#server-to-user-'

export const isChannelName = (name: unknown): name is string =>
  typeof name === 'string' && channelName.test(name)
export const isSocketId = (id: unknown): id is string => typeof id === 'string' && socketId.test(id)
/** A user id as sign-in and presence take it; 128 characters are Pusher's own bound. */
export const isUserId = (id: unknown): id is string =>
  typeof id === 'string' && id.length > 0 && id.length <= 128

export const isPresence = (name: string) => name.startsWith('presence-')
export const isEncrypted = (name: string) => name.startsWith('private-encrypted-')
/** Whether a subscription must carry a signature. */
export const isGuarded = (name: string) => name.startsWith('private-') || isPresence(name)
export const isCached = (name: string) => /^(?:private-encrypted-|private-|presence-)?cache-/.test(name)

/** The channel on which the server reaches every connection of one signed-in user. */
export const userChannel = (user_id: string) => userPrefix + user_id
export const isUserChannel = (name: unknown): name is string =>
  typeof name === 'string' && name.startsWith(userPrefix) && isUserId(name.slice(userPrefix.length))
/** Whether the server keeps a channel to itself: unseen by the HTTP API, uncounted, closed to client events. */
export const isReserved = (name: string) => name.startsWith('#')
