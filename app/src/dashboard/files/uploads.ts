import { uploadFile } from '@ozvi/contract'
import { refusal } from '@ozvi/wire'
import { address } from '@ozvi/wire/address'
import { send } from '#platform/calls/api-client.ts'
import type { LocalFile } from './local-file.ts'

interface UploadOptions {
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** By id, so that the composer and the outbox share an upload. */
const running = new Map<string, Promise<void>>()

async function uploadNow(
  integration_id: string,
  { id, name }: LocalFile,
  blob: Blob,
  options: UploadOptions,
) {
  const form = new FormData()
  form.set('id', id)
  form.set('file', blob, name)
  const { url } = address(uploadFile.path, { integration_id })
  const reply = await send(uploadFile.method, url, form, options)
  if (reply.status >= 400) throw refusal(reply)
}
/** Uploads a file once per page; a failed attempt is repeated. */
export async function upload(
  integration_id: string,
  file: LocalFile,
  options: UploadOptions = {},
): Promise<void> {
  const { id, blob } = file
  if (!blob) return
  const inProgress = running.get(id)
  if (inProgress) return inProgress
  const uploading = uploadNow(integration_id, file, blob, options)
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
  const drawn = await createImageBitmap(file).catch(() => undefined)
  drawn?.close()
  return drawn && { width: drawn.width, height: drawn.height }
}
