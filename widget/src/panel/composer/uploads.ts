import type { Attachment } from '@ozvi/contract'
import { fileLimits } from '@ozvi/contract/files'
import { isTransient, ApiError, type UploadOptions } from '../calls.ts'
import { newId } from '../ids.ts'

/* Attachments of a message. Files are uploaded when selected; failed uploads are retried with the message. */

export interface LocalFile {
  /** Also the file's id on the server, so repeated uploads are harmless. */
  id: string
  name: string
  /** Bytes. */
  size: number
  /** Pixels; null unless the file is a picture. */
  width: number | null
  height: number | null
  blob: Blob
}
export interface Attached extends LocalFile {
  /** `waiting`: offline. `rejected`: must be removed before sending. */
  state: 'uploading' | 'ready' | 'waiting' | 'rejected'
  /** Progress from 0 to 1. */
  part: number
  problem: string
}
interface UploadsOptions {
  canUpload: () => boolean
  upload: (file: LocalFile, options: UploadOptions) => Promise<Attachment>
  onChange: (attached: Record<string, Attached[]>) => void
  /** Message for files rejected before uploading. */
  tooLarge: () => string
  tooMany: () => string
}

/** Measures a picture, so that its space is known before it loads. */
async function measure(file: File) {
  if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) return undefined
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  return bitmap && { width: bitmap.width, height: bitmap.height }
}

export function createUploads({ canUpload, upload, onChange, tooLarge, tooMany }: UploadsOptions) {
  let filesByConversation: Record<string, Attached[]> = {}
  const running = new Map<string, Promise<Attachment>>()
  const stops = new Map<string, AbortController>()

  const filesOf = (conversation_id: string) => filesByConversation[conversation_id] ?? []
  function setFiles(conversation_id: string, files: Attached[]) {
    filesByConversation = { ...filesByConversation, [conversation_id]: files }
    onChange(filesByConversation)
  }
  const change = (conversation_id: string, id: string, part: Partial<Attached>) =>
    setFiles(
      conversation_id,
      filesOf(conversation_id).map((file) => (file.id === id ? { ...file, ...part } : file)),
    )
  /** Uploads once per page; a failed attempt is repeated. */
  function ensure(file: LocalFile, options: UploadOptions = {}): Promise<Attachment> {
    const inProgress = running.get(file.id)
    if (inProgress) return inProgress
    const uploading = upload(file, options)
    running.set(file.id, uploading)
    uploading.catch(() => running.delete(file.id))
    return uploading
  }
  async function start(conversation_id: string, file: LocalFile) {
    const stop = new AbortController()
    stops.set(file.id, stop)
    const update = (part: Partial<Attached>) => change(conversation_id, file.id, part)
    try {
      await ensure(file, { signal: stop.signal, onProgress: (part) => update({ part }) })
      update({ state: 'ready', part: 1 })
    } catch (problem) {
      const { errors = {}, message = '' } = problem instanceof ApiError ? problem : {}
      update(
        isTransient(problem)
          ? { state: 'waiting', part: 0 }
          : { state: 'rejected', problem: errors['file']?.[0] ?? message },
      )
    } finally {
      stops.delete(file.id)
    }
  }

  return {
    async add(conversation_id: string, files: readonly File[]) {
      for (const file of files) {
        const size = await measure(file)
        const before = filesOf(conversation_id)
        let problem = ''
        if (file.size > fileLimits.bytes_max) problem = tooLarge()
        else if (before.length >= fileLimits.files_max) problem = tooMany()
        const { name, size: bytes } = file
        const { width = null, height = null } = size ?? {}
        const local: LocalFile = { id: newId(), name, size: bytes, width, height, blob: file }
        const isNow = !problem && canUpload()
        const state = problem ? 'rejected' : isNow ? 'uploading' : 'waiting'
        setFiles(conversation_id, [...before, { ...local, state, part: 0, problem }])
        if (isNow) void start(conversation_id, local)
      }
    },
    remove(conversation_id: string, id: string) {
      stops.get(id)?.abort()
      setFiles(
        conversation_id,
        filesOf(conversation_id).filter((file) => file.id !== id),
      )
    },
    /** Hands the files over to a message; running uploads continue. */
    take(conversation_id: string): LocalFile[] {
      const attachedFiles = filesOf(conversation_id)
      setFiles(conversation_id, [])
      return attachedFiles.map(({ state: _, part: __, problem: ___, ...file }) => file)
    },
    ensure,
    /** The server no longer has it: the next attempt uploads it again. */
    forget: (id: string) => void running.delete(id),
  }
}
