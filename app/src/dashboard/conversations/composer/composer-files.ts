import { fileLimits, Problem } from '@ozvi/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Mode } from './drafts.ts'
import { asLocalFile, type LocalFile, upload } from './uploads.ts'

/*
 * What is to go with the message being written, by conversation and mode, for as long as the page lives. Each
 * file is uploaded at once; one that could not be is uploaded with the message.
 */

export interface ComposerFile {
  local: LocalFile
  /** `waiting`: no connection. `refused`: has to be removed before the rest is sent. */
  state: 'uploading' | 'ready' | 'waiting' | 'refused'
  /** How much of it has gone, from 0 to 1. */
  part: number
  /** Why it is refused, in the reader's language. */
  problem: string
}
const megabyte = 1024 * 1024
const none: readonly ComposerFile[] = []
const held = new Map<string, readonly ComposerFile[]>()
const stops = new Map<string, AbortController>()
const ears = new Set<() => void>()
const onChange = (ear: () => void) => {
  ears.add(ear)
  return () => void ears.delete(ear)
}
function keep(key: string, files: readonly ComposerFile[]) {
  if (files.length > 0) held.set(key, files)
  else held.delete(key)
  for (const ear of ears) ear()
}
function change(key: string, id: string, changes: Partial<ComposerFile>) {
  const files = held.get(key)
  if (files?.some(({ local }) => local.id === id))
    keep(
      key,
      files.map((file) => (file.local.id === id ? { ...file, ...changes } : file)),
    )
}

async function start(integration_id: string, key: string, local: LocalFile) {
  const stop = new AbortController()
  stops.set(local.id, stop)
  try {
    await upload(integration_id, local, {
      signal: stop.signal,
      onProgress: (part) => change(key, local.id, { part }),
    })
    change(key, local.id, { state: 'ready', part: 1 })
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === 'invalid_input'
    change(
      key,
      local.id,
      isRefused
        ? { state: 'refused', problem: error.errors?.['file']?.[0] ?? error.message }
        : { state: 'waiting', part: 0 },
    )
  } finally {
    stops.delete(local.id)
  }
}

export function useComposerFiles(
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
  mode: Mode,
) {
  const t = useT()
  const key = `${integration_id}.${conversation_id}.${mode}`
  const files = useSyncExternalStore(
    onChange,
    () => held.get(key) ?? none,
    () => none,
  )
  const acts = useMemo(
    () => ({
      async add(chosen: readonly File[]) {
        for (const file of chosen) {
          const local = await asLocalFile(file)
          const before = held.get(key) ?? none
          const problem =
            before.length >= fileLimits.files_max
              ? t('conversations.files_max', { max: fileLimits.files_max })
              : file.size > fileLimits.bytes_max
                ? t('conversations.file_too_large', { max: fileLimits.bytes_max / megabyte })
                : ''
          keep(key, [...before, { local, state: problem ? 'refused' : 'uploading', part: 0, problem }])
          if (!problem) void start(integration_id, key, local)
        }
      },
      remove(id: string) {
        stops.get(id)?.abort()
        keep(
          key,
          (held.get(key) ?? none).filter(({ local }) => local.id !== id),
        )
      },
      /** Hands them over to a message; uploads that run go on. */
      take(): LocalFile[] {
        const taken = (held.get(key) ?? none).map(({ local }) => local)
        keep(key, none)
        return taken
      },
    }),
    [integration_id, key, t],
  )
  return { files, ...acts }
}
