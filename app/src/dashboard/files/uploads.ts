import { uploadFile } from '@ozvi/contract'
import { sendForm } from '#platform/calls/send-form.ts'
import type { LocalFile } from './local-file.ts'

interface UploadOptions {
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** By id, so that the composer and the outbox share an upload. */
const running = new Map<string, Promise<unknown>>()

/** Uploads a file once per page; a failed attempt is repeated. */
export async function upload(
  integration_id: string,
  { id, name, blob }: LocalFile,
  options: UploadOptions = {},
): Promise<unknown> {
  if (!blob) return
  const inProgress = running.get(id)
  if (inProgress) return inProgress
  const file = new File([blob], name, { type: blob.type })
  const uploading = sendForm(uploadFile, { integration_id }, { id, file }, options)
  running.set(id, uploading)
  uploading.catch(() => running.delete(id))
  return uploading
}
/** @returns their ids when the server has all of them */
export async function uploadAll(integration_id: string, files: readonly LocalFile[]): Promise<string[]> {
  for (const file of files) await upload(integration_id, file)
  return files.map(({ id }) => id)
}
/** The server no longer has it: the next attempt uploads it again. */
export const dropUpload = (id: string) => void running.delete(id)

/** A selected file; pictures are measured, so that their space is known before they load. */
export async function toLocalFile(file: File): Promise<LocalFile> {
  const size = await measure(file)
  return {
    id: crypto.randomUUID(),
    name: file.name,
    content_type: file.type,
    size: file.size,
    width: size?.width ?? null,
    height: size?.height ?? null,
    blob: file,
  }
}
async function measure(file: File): Promise<{ width: number; height: number } | undefined> {
  if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type) || typeof createImageBitmap !== 'function')
    return undefined
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  bitmap?.close()
  return bitmap && { width: bitmap.width, height: bitmap.height }
}
