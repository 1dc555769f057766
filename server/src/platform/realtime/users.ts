import type { Connection, SignedIn } from './connection.ts'

/** User ids a connection may watch (Pusher's own bound); the rest of a longer list is cut with 4302. */
const watchlist_max = 100

/** Who is signed in, on which connections, and who wants to know. */
export class Users {
  readonly #online = new Map<string, Set<Connection>>()
  readonly #watchers = new Map<string, Set<Connection>>()

  get size() {
    return this.#online.size
  }

  /** Every connection signed in as this user. */
  connections(user_id: string): readonly Connection[] {
    return [...(this.#online.get(user_id) ?? [])]
  }

  /** @param user_data told back to the client as it was signed. */
  signIn(connection: Connection, user: SignedIn, user_data: string) {
    this.#unwatch(connection)
    const watchlist = [...new Set(user.watchlist)].slice(0, watchlist_max)
    connection.user = { ...user, watchlist }
    const is_first = add(this.#online, user.id, connection)
    connection.sendEvent('pusher:signin_success', { user_data })
    if (user.watchlist.length > watchlist_max)
      connection.sendError(4302, `Watchlist limit exceeded: the first ${watchlist_max} user ids are watched`)
    for (const id of watchlist) add(this.#watchers, id, connection)
    tell(connection, {
      online: watchlist.filter((id) => this.#online.has(id)),
      offline: watchlist.filter((id) => !this.#online.has(id)),
    })
    if (is_first) this.#tellWatchers(user.id, 'online')
  }

  leave(connection: Connection) {
    const { user } = connection
    if (!user) return
    this.#unwatch(connection)
    if (remove(this.#online, user.id, connection)) this.#tellWatchers(user.id, 'offline')
  }

  #unwatch(connection: Connection) {
    for (const id of connection.user?.watchlist ?? []) remove(this.#watchers, id, connection)
  }

  #tellWatchers(user_id: string, name: 'online' | 'offline') {
    for (const watcher of this.#watchers.get(user_id) ?? []) tell(watcher, { [name]: [user_id] })
  }
}

function tell(connection: Connection, changes: { online?: string[]; offline?: string[] }) {
  const events = Object.entries(changes)
    .filter(([, user_ids]) => user_ids.length > 0)
    .map(([name, user_ids]) => ({ name, user_ids }))
  if (events.length > 0) connection.sendEvent('pusher_internal:watchlist_events', { events })
}

/** @returns whether it is the first under that id. */
function add(map: Map<string, Set<Connection>>, id: string, connection: Connection) {
  const set = map.get(id)
  if (set) set.add(connection)
  else map.set(id, new Set([connection]))
  return set === undefined
}

/** @returns whether it was the last under that id. */
function remove(map: Map<string, Set<Connection>>, id: string, connection: Connection) {
  const set = map.get(id)
  return set?.delete(connection) === true && set.size === 0 && map.delete(id)
}
