import multipart from '@fastify/multipart'
import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { type FileStore, newFileKey } from '../files/index.ts'
import { metered, type UploadMeter } from './upload-quota.ts'
import { validationError } from './validation-error.ts'

export interface UploadLimits {
  bytes_max: number
}
export interface Upload {
  /** As named by the sender, without control characters: a label, never a path. */
  file_name: string
  /** As declared by the sender, unverified. */
  content_type: string
  bytes: Buffer
  fields: Record<string, string>
}
/** A file streamed to the store, so that it is never held in memory. */
export interface StoredUpload {
  file_name: string
  file_key: string
  /** Bytes. */
  size: number
}
const megabyte = 1024 * 1024
/** Maximum size of the form fields besides the file. */
const formBytesMax = megabyte

const tooLarge = (bytes_max: number) =>
  new Problem('too_large', { file: [`file_too_large:${Math.floor(bytes_max / megabyte)}`] })

/** Why a body is rejected before reading it; undefined if its declared length is acceptable or absent. */
export const rejectedLength = (
  { headers }: FastifyRequest,
  { bytes_max }: UploadLimits,
): Problem | undefined =>
  Number(headers['content-length'] ?? 0) > bytes_max + formBytesMax ? tooLarge(bytes_max) : undefined

/**
 * Reads a body until it exceeds the size of a file and its form, regardless of what its parts declare, and counts what
 * isn't part of the file.
 *
 * @throws Problem `too_large`; the reply then closes the connection, which ends the reading
 */
async function bounded<T>(
  request: FastifyRequest,
  bytes_max: number,
  meter: UploadMeter,
  reading: Promise<T>,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bytes_max + formBytesMax) reject(tooLarge(bytes_max))
  }
  request.raw.on('data', count)
  try {
    return await Promise.race([reading, promise])
  } finally {
    request.raw.off('data', count)
    // Too many of them reject the next upload: the file of this one may be stored already.
    await meter.count(Math.max(0, bytes - meter.counted())).catch(() => undefined)
  }
}

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 20, parts: 21, fieldSize: 64 * 1024, headerPairs: 100 },
  })
}

/** The parser also treats `application/octet-stream` parts without a file name as files. */
const labelOf = (file_name: string | undefined) => (file_name ?? '').replace(/\p{Cc}/gu, '')

type Form = Pick<Upload, 'fields'> & { file?: Omit<Upload, 'fields'> }

async function readForm(request: FastifyRequest, bytes_max: number, meter: UploadMeter): Promise<Form> {
  const form: Form = { fields: {} }
  for await (const part of request.parts({ limits: { fileSize: bytes_max } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') form.fields[part.fieldname] = part.value
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of metered(part.file, meter)) chunks.push(chunk)
    if (part.file.truncated) throw tooLarge(bytes_max)
    const bytes = Buffer.concat(chunks)
    form.file = { file_name: labelOf(part.filename), content_type: part.mimetype, bytes }
  }
  return form
}

/**
 * Reads a form with exactly one file.
 *
 * @throws Problem `unsupported_type` if it isn't a multipart form; `invalid_input` if the file is incomplete;
 * `too_large`; `rate_limited` if a quota is used up
 */
export async function readUpload(
  request: FastifyRequest,
  { bytes_max }: UploadLimits,
  meter: UploadMeter,
): Promise<Upload> {
  if (!request.isMultipart()) throw new Problem('unsupported_type')
  const reading = bounded(request, bytes_max, meter, readForm(request, bytes_max, meter))
  const { file, fields } = await reading.catch((error: unknown) => {
    // The parser's errors about malformed forms have no code; limits, problems and broken connections have
    // one.
    if (error instanceof Error && !('code' in error)) return { file: undefined, fields: {} }
    throw error
  })
  if (!file) throw validationError('file', 'file_missing')
  return { ...file, fields }
}

/**
 * Reads a form with exactly one file, streaming it into the store.
 *
 * @returns the file; a caller that rejects it afterwards must remove it
 * @throws Problem as `readUpload`; nothing is stored then
 */
export async function storeUpload(
  request: FastifyRequest,
  files: FileStore,
  limits: UploadLimits & { folder: string },
  meter: UploadMeter,
): Promise<StoredUpload> {
  if (!request.isMultipart()) throw new Problem('unsupported_type')
  const stored = await bounded(request, limits.bytes_max, meter, storeFile(request, files, limits, meter))
  if (!stored) throw validationError('file', 'file_missing')
  return stored
}

async function storeFile(
  request: FastifyRequest,
  files: FileStore,
  { bytes_max, folder }: UploadLimits & { folder: string },
  meter: UploadMeter,
): Promise<StoredUpload | undefined> {
  let stored: StoredUpload | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: bytes_max } })) {
      if (part.type === 'field') continue
      const file_key = newFileKey(folder)
      const options = { content_type: 'text/csv', max_bytes: bytes_max }
      const { size } = await files.put(file_key, Readable.from(metered(part.file, meter)), options)
      stored = { file_name: labelOf(part.filename), file_key, size }
      if (part.file.truncated) throw tooLarge(bytes_max)
    }
    return stored
  } catch (error) {
    if (stored) await files.remove(stored.file_key)
    // The parser's errors about malformed forms have no code.
    if (error instanceof Error && !('code' in error)) throw validationError('file', 'file_missing')
    throw error
  }
}
