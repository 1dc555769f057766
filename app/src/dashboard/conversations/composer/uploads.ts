import { type Attachment, uploadFile } from '@ozvi/contract'
import { refusal } from '@ozvi/wire'
import { address } from '@ozvi/wire/address'
import { send } from '#platform/wire.ts'

/** A file on this device, on its way to a message. */
export interface LocalFile {
  /** The file's id on the server, too: that is what makes a second upload harmless. */
  id: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
  /** Of a picture, in pixels; null where it is none that the browser can draw. */
  width: number | null
  height: number | null
  blob: Blob
}
interface UploadOptions {
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** By id, so that the composer and the outbox wait for the same one. */
const running = new Map<string, Promise<Attachment>>()

async function uploadNow(integration_id: string, { id, name, blob }: LocalFile, options: UploadOptions) {
  const form = new FormData()
  form.set('id', id)
  form.set('file', blob, name)
  const { url } = address(uploadFile.path, { integration_id })
  const reply = await send(uploadFile.method, url, form, options)
  if (reply.status >= 400) throw refusal(reply)
  // The server parsed the reply against this route's output on its way out.
  return (reply.body as { data: Attachment }).data
}
/** Uploads a file once for as long as this page lives; a try that failed is made again. */
export function upload(
  integration_id: string,
  file: LocalFile,
  options: UploadOptions = {},
): Promise<Attachment> {
  const known = running.get(file.id)
  if (known) return known
  const uploading = uploadNow(integration_id, file, options)
  running.set(file.id, uploading)
  uploading.catch(() => running.delete(file.id))
  return uploading
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
