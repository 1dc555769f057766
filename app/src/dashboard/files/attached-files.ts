import { type Attachment, fileLimits, Problem, type ProblemCode } from '@ozvi/contract'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { logWarning } from '#platform/log.ts'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { attaching } from './late-attaching.ts'
import { type AttachedFile, fileUrl, listedAt, listKey, type LocalFile } from './local-file.ts'

/*
 * Attachments of something being written, by place. Files are uploaded immediately; failed uploads are
 * retried when it is sent.
 */

const megabyte = 1024 * 1024
const none: readonly AttachedFile[] = []
/** Retrying doesn't help with these. */
const refusals: readonly ProblemCode[] = ['invalid_input', 'too_large', 'unsupported_type']
const held = new Map<string, readonly AttachedFile[]>()
const stops = new Map<string, AbortController>()
const ears = new Set<() => void>()
const onChange = (ear: () => void) => {
  ears.add(ear)
  return () => void ears.delete(ear)
}
/** Ids seen in the browser's list: when one disappears, another tab has sent or removed it. */
const listed = new Set<string>()
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
    const { upload } = await attaching.load()
    await upload(integration_id, local, {
      signal: stop.signal,
      onProgress: (part) => change(place, local.id, { part }),
    })
    change(place, local.id, { state: 'ready', part: 1 })
  } catch (error) {
    const isRefused =
      error instanceof Problem && (refusals.includes(error.code) || 'file' in (error.errors ?? {}))
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

/** In the background; without storage, files live as long as the page. */
const onDisk = (act: (module: Awaited<ReturnType<typeof attaching.load>>) => Promise<void>) =>
  void attaching.load().then(act, () => undefined)

/**
 * @param place where it is written; shared by everyone who uses the same place
 * @param isKept also stored in this browser, for reloads and other tabs
 */
export function useAttachedFiles(integration_id: string, place: string, isKept = false) {
  const t = useT()
  const files = useSyncExternalStore(
    onChange,
    () => filesAt(place),
    () => none,
  )
  const acts = useMemo(() => {
    const hold = (local: LocalFile, isNew = true) => {
      const isHere = local.blob !== undefined
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
      if (isKept && isNew && !problem)
        onDisk(async ({ keepFile }) => {
          await keepFile(place, local)
          if (listedAt(place).includes(local.id)) listed.add(local.id)
        })
    }
    const forget = (ids: string[]) => {
      if (isKept && ids.length > 0) onDisk(({ forgetFiles }) => forgetFiles(place, ids))
    }
    return {
      /** Local files. */
      async add(chosen: readonly File[]) {
        try {
          const { asLocalFile } = await attaching.load()
          for (const file of chosen) hold(await asLocalFile(file))
        } catch (error) {
          sayFailure(error, t)
        }
      },
      /** Files already on the server, without duplicates. */
      put(kept: readonly Attachment[]) {
        for (const file of kept)
          if (!filesAt(place).some(({ local }) => local.id === file.id))
            hold({ ...file, url: fileUrl(integration_id, file.id) })
      },
      remove(id: string) {
        stops.get(id)?.abort()
        keep(
          place,
          filesAt(place).filter(({ local }) => local.id !== id),
        )
        forget([id])
      },
      /** Hands the files over; running uploads continue. */
      take(): LocalFile[] {
        const taken = filesAt(place).map(({ local }) => local)
        keep(place, none)
        forget(taken.map(({ id }) => id))
        return taken
      },
      /** Adds files attached by an earlier page or another tab, and removes those it has sent or removed. */
      async follow() {
        const there = listedAt(place)
        const here = filesAt(place)
        const rest = here.filter(({ local: { id } }) => there.includes(id) || !listed.has(id))
        if (rest.length < here.length) keep(place, rest)
        if (there.every((id) => rest.some(({ local }) => local.id === id))) return
        const { keptFiles } = await attaching.load()
        for (const local of await keptFiles(place)) {
          if (filesAt(place).some((file) => file.local.id === local.id)) continue
          listed.add(local.id)
          hold(local, false)
        }
      },
    }
  }, [integration_id, place, isKept, t])
  useEffect(() => {
    if (!isKept) return
    const follow = () =>
      void acts.follow().catch((error: unknown) => logWarning(`Files beside a draft: ${String(error)}`))
    const hear = ({ key }: StorageEvent) => void (key === listKey(place) && follow())
    follow()
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [acts, isKept, place])
  return { files, ...acts }
}
