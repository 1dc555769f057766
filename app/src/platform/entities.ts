import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** A row of the server that several queries refer to: stored once, by id. */
interface Entity {
  id: string
  version: number
}
interface Stored<E> {
  /** The row of the server, without optimistic changes. */
  base: E | undefined
  /** Optimistic changes without a response yet, oldest first. */
  guesses: readonly Partial<E>[]
  /** No version up to this one is stored again. */
  removed_version: number
  /** The base with its optimistic changes; the same object until either changes. */
  shown: E | undefined
}

type Entities<E extends Entity> = ReturnType<typeof createEntities<E>>

export function createEntities<E extends Entity>() {
  const stored = new Map<string, Stored<E>>()
  const listeners = createListeners()
  let changes = 0
  const find = (id: string): Stored<E> =>
    stored.get(id) ?? { base: undefined, guesses: [], removed_version: -1, shown: undefined }
  function set(id: string, next: Partial<Omit<Stored<E>, 'shown'>>) {
    const { base, guesses, removed_version } = { ...find(id), ...next }
    const shown = base && guesses.reduce<E>((row, guess) => ({ ...row, ...guess }), base)
    stored.set(id, { base, guesses, removed_version, shown })
  }
  function notify() {
    changes++
    listeners.notify()
  }
  return {
    /** The row with its optimistic changes. */
    get: (id: string): E | undefined => stored.get(id)?.shown,
    all: (): E[] => [...stored.values()].flatMap(({ shown }) => shown ?? []),
    /** Stores rows of the server. An older version is ignored; an equal one replaces it. */
    put(rows: readonly E[]) {
      let isChanged = false
      for (const row of rows) {
        const { base, removed_version } = find(row.id)
        if (row.version <= removed_version || row.version < (base?.version ?? 0)) continue
        // The same object if nothing differs, as in a query: most rows of a refetched list don't render again.
        const next = replaceEqualDeep(base, row)
        if (next === base) continue
        set(row.id, { base: next })
        isChanged = true
      }
      if (isChanged) notify()
    },
    /** Changes a stored row below its optimistic changes. */
    change(id: string, change: (row: E) => E) {
      const { base } = find(id)
      const next = base && change(base)
      if (next === base) return
      set(id, { base: next })
      notify()
    },
    /**
     * Shows a change before the server has responded.
     *
     * @returns reverts it
     */
    guess(id: string, guess: Partial<E>): () => void {
      set(id, { guesses: [...find(id).guesses, guess] })
      notify()
      return () => {
        set(id, { guesses: find(id).guesses.filter((each) => each !== guess) })
        notify()
      }
    },
    /** Removes a row permanently, or up to a version: late responses don't restore it. */
    remove(id: string, version = Number.POSITIVE_INFINITY) {
      const { base, removed_version } = find(id)
      set(id, {
        base: base && base.version > version ? base : undefined,
        removed_version: Math.max(removed_version, version),
      })
      notify()
    },
    /** Lets rows that were removed up to a version be stored again. */
    resetRemovedVersions() {
      for (const [id, { base, removed_version }] of stored)
        if (!base && Number.isFinite(removed_version)) set(id, { removed_version: -1 })
    },
    /** Removes a row that nothing shows from memory. */
    forget(id: string) {
      const { guesses, removed_version } = find(id)
      if (guesses.length > 0 || removed_version >= 0) set(id, { base: undefined })
      else stored.delete(id)
    },
    subscribe: listeners.subscribe,
    /** Incremented with each change. */
    changes: () => changes,
  }
}

const stores = new WeakMap<QueryClient, Map<string, Entities<Entity>>>()

/** The rows of one type in a query cache. */
export function entitiesOf<E extends Entity>(cache: QueryClient, kind: string): Entities<E> {
  const kinds = stores.get(cache) ?? new Map<string, Entities<Entity>>()
  stores.set(cache, kinds)
  const entities = kinds.get(kind) ?? createEntities<Entity>()
  kinds.set(kind, entities)
  // Each name has one type, like the key of a query.
  return entities as unknown as Entities<E>
}
/** Renders again only if this row changes. */
export function useEntity<E extends Entity>(entities: Entities<E>, id: string): E | undefined {
  const get = () => entities.get(id)
  return useSyncExternalStore(entities.subscribe, get, get)
}
/** Renders again if any row changes. Ids without a row are left out. */
export function useEntities<E extends Entity>(entities: Entities<E>, ids: readonly string[]): E[] {
  const changes = useSyncExternalStore(entities.subscribe, entities.changes, entities.changes)
  // oxlint-disable-next-line react/exhaustive-deps -- `changes` stands for the rows
  return useMemo(() => ids.flatMap((id) => entities.get(id) ?? []), [entities, ids, changes])
}

export type DehydratedEntities = Record<string, Entity[]>
/** Removes the rows from the cache of a request, so that each is sent once although several loaders load it. */
export function takeEntities(cache: QueryClient): DehydratedEntities {
  const rows = Object.fromEntries([...(stores.get(cache) ?? [])].map(([kind, { all }]) => [kind, all()]))
  clearEntities(cache)
  return rows
}
export function hydrateEntities(cache: QueryClient, rows: DehydratedEntities): void {
  for (const [kind, each] of Object.entries(rows)) entitiesOf(cache, kind).put(each)
}
export const clearEntities = (cache: QueryClient): void => void stores.delete(cache)
