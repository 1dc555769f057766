import { day_ms } from '@ozvi/contract'
import { type DBSchema, openDB } from 'idb'
import { logWarning } from '#platform/log.ts'
import { type LocalFile, listKey, listedAt } from './local-file.ts'

/*
 * Attachments of unsent text on this device, so that reloads lose none and all tabs show the same. Contents
 * are in IndexedDB; the list by place is in local storage, whose changes other tabs receive.
 */

interface Schema extends DBSchema {
  file: { key: string; value: { id: string; local: LocalFile; kept_ms: number } }
}
/** Unsent files are deleted after this time. */
const ttl_ms = 30 * day_ms

function list(listName: string, ids: readonly string[]) {
  if (ids.length > 0) localStorage.setItem(listKey(listName), ids.join(' '))
  else localStorage.removeItem(listKey(listName))
}
async function open() {
  const database = await openDB<Schema>('ozvi-attached', 1, {
    upgrade: (database) => void database.createObjectStore('file', { keyPath: 'id' }),
  })
  const before = Date.now() - ttl_ms
  for (const { id, kept_ms } of await database.getAll('file'))
    if (kept_ms < before) await database.delete('file', id)
  return database
}
let opening: ReturnType<typeof open> | undefined
/** Operations are serialized, so that a removal can't be overtaken by its own addition. */
let last: Promise<unknown> = Promise.resolve()
function enqueue(action: (database: Awaited<ReturnType<typeof open>>) => Promise<void>): Promise<void> {
  const done = last.then(async () => {
    try {
      await action(await (opening ??= open()))
    } catch (error) {
      opening = undefined
      logWarning(`An attachment can't be stored and would be lost on reload: ${String(error)}`)
    }
  })
  last = done
  return done
}

export const storeFile = (listName: string, local: LocalFile) =>
  enqueue(async (database) => {
    await database.put('file', { id: local.id, local, kept_ms: Date.now() })
    list(listName, [...listedAt(listName).filter((id) => id !== local.id), local.id])
  })
export const deleteStoredFiles = (listName: string, ids: readonly string[]) =>
  enqueue(async (database) => {
    list(
      listName,
      listedAt(listName).filter((id) => !ids.includes(id)),
    )
    for (const id of ids) await database.delete('file', id)
  })
/** In the order attached; without those whose content is gone. */
export async function listStoredFiles(listName: string): Promise<LocalFile[]> {
  const files: LocalFile[] = []
  await enqueue(async (database) => {
    for (const id of listedAt(listName)) {
      const stored = await database.get('file', id)
      if (stored) files.push(stored.local)
    }
  })
  return files
}
