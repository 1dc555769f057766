import type { Connection, SignedIn } from './connection.ts'

/** Maximum watched user ids per connection (Pusher's limit); longer lists are truncated with 4302. */
const watchlist_max = 100

interface Environment {
  /** Notified when users come online or go offline at this node. */
  readonly cluster: { userChanged(user_id: string): void } | undefined
}

/** Signed-in users, their connections, and their watchers. */
export class Users {
  readonly #environment: Environment
  readonly #local = new Map<string, Set<Connection>>()
  /** Number of other nodes where a user is signed in. */
  readonly #remoteNodes = new Map<string, number>()
  readonly #watchers = new Map<string, Set<Connection>>()

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** How many are signed in here. */
  get size() {
    return this.#local.size
  }
  localIds() {
    return this.#local.keys()
  }
  isLocal(user_id: string) {
    return this.#local.has(user_id)
  }
  isOnline(user_id: string) {
    return this.#local.has(user_id) || this.#remoteNodes.has(user_id)
  }

  /** @param user_data returned to the client as it was signed */
  signIn(connection: Connection, user: SignedIn, user_data: string) {
    this.#unwatch(connection)
    const watchlist = [...new Set(user.watchlist)].slice(0, watchlist_max)
    connection.user = { ...user, watchlist }
    const is_first = add(this.#local, user.id, connection)
    connection.sendEvent('pusher:signin_success', { user_data })
    if (user.watchlist.length > watchlist_max)
      connection.sendError(4302, `Watchlist limit exceeded: the first ${watchlist_max} user ids are watched`)
    for (const id of watchlist) add(this.#watchers, id, connection)
    emitStatus(connection, {
      online: watchlist.filter((id) => this.isOnline(id)),
      offline: watchlist.filter((id) => !this.isOnline(id)),
    })
    if (!is_first) return
    this.#environment.cluster?.userChanged(user.id)
    if (!this.#remoteNodes.has(user.id)) this.#notifyWatchers(user.id, 'online')
  }

  leave(connection: Connection) {
    const { user } = connection
    if (!user) return
    this.#unwatch(connection)
    if (!remove(this.#local, user.id, connection)) return
    this.#environment.cluster?.userChanged(user.id)
    if (!this.#remoteNodes.has(user.id)) this.#notifyWatchers(user.id, 'offline')
  }

  /** The user signed in at another node. */
  addRemote(user_id: string) {
    if (!this.isOnline(user_id)) this.#notifyWatchers(user_id, 'online')
    this.#remoteNodes.set(user_id, (this.#remoteNodes.get(user_id) ?? 0) + 1)
  }

  /** The user is gone from another node. */
  removeRemote(user_id: string) {
    const nodes = (this.#remoteNodes.get(user_id) ?? 0) - 1
    if (nodes > 0) this.#remoteNodes.set(user_id, nodes)
    else if (this.#remoteNodes.delete(user_id) && !this.isOnline(user_id))
      this.#notifyWatchers(user_id, 'offline')
  }

  #unwatch(connection: Connection) {
    for (const id of connection.user?.watchlist ?? []) remove(this.#watchers, id, connection)
  }

  #notifyWatchers(user_id: string, name: 'online' | 'offline') {
    for (const watcher of this.#watchers.get(user_id) ?? []) emitStatus(watcher, { [name]: [user_id] })
  }
}

function emitStatus(connection: Connection, changes: { online?: string[]; offline?: string[] }) {
  const events = Object.entries(changes)
    .filter(([, user_ids]) => user_ids.length > 0)
    .map(([name, user_ids]) => ({ name, user_ids }))
  if (events.length > 0) connection.sendEvent('pusher_internal:watchlist_events', { events })
}

/** @returns whether it is the first under that id */
function add(map: Map<string, Set<Connection>>, id: string, connection: Connection) {
  const set = map.get(id)
  if (set) set.add(connection)
  else map.set(id, new Set([connection]))
  return set === undefined
}

/** @returns whether it was the last under that id */
function remove(map: Map<string, Set<Connection>>, id: string, connection: Connection) {
  const set = map.get(id)
  return set?.delete(connection) === true && set.size === 0 && map.delete(id)
}
