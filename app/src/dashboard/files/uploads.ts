import { uploadFile } from '@ozvi/contract'
import { refusal } from '@ozvi/wire'
import { address } from '@ozvi/wire/address'
import { send } from '#platform/calls/wire.ts'
import type { LocalFile } from './local-file.ts'

interface UploadOptions {
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** By id, so that whoever attached a file and the outbox wait for the same upload. */
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
/** Uploads a file once for as long as this page lives; a try that failed is made again. */
export async function upload(
  integration_id: string,
  file: LocalFile,
  options: UploadOptions = {},
): Promise<void> {
  const { id, blob } = file
  if (!blob) return
  const known = running.get(id)
  if (known) return known
  const uploading = uploadNow(integration_id, file, blob, options)
  running.set(id, uploading)
  uploading.catch(() => running.delete(id))
  return uploading
}
/** @returns their ids, once the server has all of them */
export async function uploadAll(integration_id: string, files: readonly LocalFile[]): Promise<string[]> {
  for (const file of files) await upload(integration_id, file)
  return files.map(({ id }) => id)
}
/** The server has it no more: the next try sends it anew. */
export const forgetUpload = (id: string) => void running.delete(id)

/** A file as it was chosen, measured where it is a picture, so that its place is known before it is drawn. */
export async function asLocalFile(file: File): Promise<LocalFile> {
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
