import { type Attachment, fileLimits, Problem } from '@ozvi/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { fileUrl, type LocalFile } from './local-file.ts'

/*
 * What is to go with something being written, by the place where it is written, for as long as the page lives.
 * Each file is uploaded at once; one that could not be is uploaded with what it goes with.
 */

export interface AttachedFile {
  local: LocalFile
  /** `waiting`: no connection. `refused`: has to be removed before the rest is sent. */
  state: 'uploading' | 'ready' | 'waiting' | 'refused'
  /** How much of it has gone, from 0 to 1. */
  part: number
  /** Why it is refused, in the reader's language. */
  problem: string
}
const megabyte = 1024 * 1024
const none: readonly AttachedFile[] = []
const held = new Map<string, readonly AttachedFile[]>()
const stops = new Map<string, AbortController>()
const ears = new Set<() => void>()
const onChange = (ear: () => void) => {
  ears.add(ear)
  return () => void ears.delete(ear)
}
const filesAt = (place: string) => held.get(place) ?? none
function keep(place: string, files: readonly AttachedFile[]) {
  if (files.length > 0) held.set(place, files)
  else held.delete(place)
  for (const ear of ears) ear()
}
function change(place: string, id: string, changes: Partial<AttachedFile>) {
  const files = filesAt(place)
  if (files.some(({ local }) => local.id === id))
    keep(
      place,
      files.map((file) => (file.local.id === id ? { ...file, ...changes } : file)),
    )
}

async function start(integration_id: string, place: string, local: LocalFile) {
  const stop = new AbortController()
  stops.set(local.id, stop)
  try {
    const { upload } = await import('./uploads.ts')
    await upload(integration_id, local, {
      signal: stop.signal,
      onProgress: (part) => change(place, local.id, { part }),
    })
    change(place, local.id, { state: 'ready', part: 1 })
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === 'invalid_input'
    change(
      place,
      local.id,
      isRefused
        ? { state: 'refused', problem: error.errors?.['file']?.[0] ?? error.message }
        : { state: 'waiting', part: 0 },
    )
  } finally {
    stops.delete(local.id)
  }
}

/** @param place where it is written: the same files for everybody who names it */
export function useAttachedFiles(integration_id: string, place: string) {
  const t = useT()
  const files = useSyncExternalStore(
    onChange,
    () => filesAt(place),
    () => none,
  )
  const acts = useMemo(() => {
    const hold = (local: LocalFile, isHere: boolean) => {
      const before = filesAt(place)
      const problem =
        before.length >= fileLimits.files_max
          ? t('conversations.files_max', { max: fileLimits.files_max })
          : isHere && local.size > fileLimits.bytes_max
            ? t('conversations.file_too_large', { max: fileLimits.bytes_max / megabyte })
            : ''
      const state = problem ? 'refused' : isHere ? 'uploading' : 'ready'
      keep(place, [...before, { local, state, part: 0, problem }])
      if (state === 'uploading') void start(integration_id, place, local)
    }
    return {
      /** Files of this device. */
      async add(chosen: readonly File[]) {
        const { asLocalFile } = await import('./uploads.ts')
        for (const file of chosen) hold(await asLocalFile(file), true)
      },
      /** Files that the server has, each once. */
      put(kept: readonly Attachment[]) {
        for (const file of kept)
          if (!filesAt(place).some(({ local }) => local.id === file.id))
            hold({ ...file, url: fileUrl(integration_id, file.id) }, false)
      },
      remove(id: string) {
        stops.get(id)?.abort()
        keep(
          place,
          filesAt(place).filter(({ local }) => local.id !== id),
        )
      },
      /** Hands them over; uploads that run go on. */
      take(): LocalFile[] {
        const taken = filesAt(place).map(({ local }) => local)
        keep(place, none)
        return taken
      },
    }
  }, [integration_id, place, t])
  return { files, ...acts }
}
