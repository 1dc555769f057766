import { type Attachment, fileLimits, Problem, type ProblemCode } from '@ozvi/contract'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { logWarning } from '#platform/log.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { attaching } from './lazy-attaching.ts'
import { type AttachedFile, fileUrl, listedAt, listKey, type LocalFile } from './local-file.ts'
import { createListeners } from '#platform/listeners.ts'

/*
 * Attachments of something being written, by place. Files are uploaded immediately; failed uploads are
 * retried when it is sent.
 */

const megabyte = 1024 * 1024
const none: readonly AttachedFile[] = []
/** Retrying doesn't help with these. */
const permanentCodes: readonly ProblemCode[] = ['invalid_input', 'too_large', 'unsupported_type']
const filesByList = new Map<string, readonly AttachedFile[]>()
const stops = new Map<string, AbortController>()
const listeners = createListeners()
/** Ids seen in the browser's list: when one disappears, another tab has sent or removed it. */
const listed = new Set<string>()
const filesAt = (listName: string) => filesByList.get(listName) ?? none
function setFiles(listName: string, files: readonly AttachedFile[]) {
  if (files.length > 0) filesByList.set(listName, files)
  else filesByList.delete(listName)
  listeners.notify()
}
function change(listName: string, id: string, changes: Partial<AttachedFile>) {
  const files = filesAt(listName)
  if (files.some(({ local }) => local.id === id))
    setFiles(
      listName,
      files.map((file) => (file.local.id === id ? { ...file, ...changes } : file)),
    )
}

async function start(integration_id: string, listName: string, local: LocalFile) {
  const stop = new AbortController()
  stops.set(local.id, stop)
  try {
    const { upload } = await attaching.load()
    await upload(integration_id, local, {
      signal: stop.signal,
      onProgress: (part) => change(listName, local.id, { part }),
    })
    change(listName, local.id, { state: 'ready', part: 1 })
  } catch (error) {
    const isRejected =
      error instanceof Problem && (permanentCodes.includes(error.code) || 'file' in (error.errors ?? {}))
    change(
      listName,
      local.id,
      isRejected
        ? { state: 'rejected', problem: error.errors?.['file']?.[0] ?? error.message }
        : { state: 'waiting', part: 0 },
    )
  } finally {
    stops.delete(local.id)
  }
}

/** In the background; without storage, files live as long as the page. */
const withStorage = (action: (module: Awaited<ReturnType<typeof attaching.load>>) => Promise<void>) =>
  void attaching.load().then(action, () => undefined)

/** Why a file can't be attached; empty if it can. */
function limitProblem(local: LocalFile, attached: number, t: Translate): string {
  const { files_max, bytes_max } = fileLimits
  if (attached >= files_max) return t('conversations.files_max', { max: files_max })
  const isTooLarge = local.blob !== undefined && local.size > bytes_max
  return isTooLarge ? t('conversations.file_too_large', { max: bytes_max / megabyte }) : ''
}

/**
 * @param listName where it is written; shared by everyone who uses the same place
 * @param isStored also stored in this browser, for reloads and other tabs
 */
export function useAttachedFiles(integration_id: string, listName: string, isStored = false) {
  const t = useT()
  const files = useSyncExternalStore(
    listeners.subscribe,
    () => filesAt(listName),
    () => none,
  )
  const actions = useMemo(() => {
    const attach = (local: LocalFile, isNew = true) => {
      const isHere = local.blob !== undefined
      const before = filesAt(listName)
      const problem = limitProblem(local, before.length, t)
      const state = problem ? 'rejected' : isHere ? 'uploading' : 'ready'
      setFiles(listName, [...before, { local, state, part: 0, problem }])
      if (state === 'uploading') void start(integration_id, listName, local)
      if (isStored && isNew && !problem)
        withStorage(async ({ storeFile }) => {
          await storeFile(listName, local)
          if (listedAt(listName).includes(local.id)) listed.add(local.id)
        })
    }
    const deleteStored = (ids: string[]) => {
      if (isStored && ids.length > 0) withStorage(({ deleteStoredFiles }) => deleteStoredFiles(listName, ids))
    }
    return {
      /** Local files. */
      async add(selected: readonly File[]) {
        try {
          const { toLocalFile } = await attaching.load()
          for (const file of selected) attach(await toLocalFile(file))
        } catch (error) {
          toastError(error, t)
        }
      },
      /** Files already on the server, without duplicates. */
      put(stored: readonly Attachment[]) {
        for (const file of stored)
          if (!filesAt(listName).some(({ local }) => local.id === file.id))
            attach({ ...file, url: fileUrl(integration_id, file.id) })
      },
      remove(id: string) {
        stops.get(id)?.abort()
        setFiles(
          listName,
          filesAt(listName).filter(({ local }) => local.id !== id),
        )
        deleteStored([id])
      },
      /** Hands the files over; running uploads continue. */
      take(): LocalFile[] {
        const files = filesAt(listName).map(({ local }) => local)
        setFiles(listName, none)
        deleteStored(files.map(({ id }) => id))
        return files
      },
      /** Adds files attached by an earlier page or another tab, and removes those it has sent or removed. */
      async follow() {
        const storedIds = listedAt(listName)
        const current = filesAt(listName)
        const remaining = current.filter(({ local: { id } }) => storedIds.includes(id) || !listed.has(id))
        if (remaining.length < current.length) setFiles(listName, remaining)
        if (storedIds.every((id) => remaining.some(({ local }) => local.id === id))) return
        const { listStoredFiles } = await attaching.load()
        for (const local of await listStoredFiles(listName)) {
          if (filesAt(listName).some((file) => file.local.id === local.id)) continue
          listed.add(local.id)
          attach(local, false)
        }
      },
    }
  }, [integration_id, listName, isStored, t])
  useEffect(() => {
    if (!isStored) return
    const syncWithStorage = () =>
      void actions
        .follow()
        .catch((error: unknown) => logWarning(`Failed to load the attachments of a draft: ${String(error)}`))
    const onStorage = ({ key }: StorageEvent) => void (key === listKey(listName) && syncWithStorage())
    syncWithStorage()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [actions, isStored, listName])
  return { files, ...actions }
}
