import multipart from '@fastify/multipart'
import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface UploadLimits {
  bytes_max: number
}
export interface Upload {
  /** As the sender called it: a label, never a path. */
  file_name: string
  /** As the sender declared it: a claim. */
  content_type: string
  bytes: Buffer
  fields: Record<string, string>
}
const megabyte = 1024 * 1024

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 20, parts: 21, fieldSize: 64 * 1024, headerPairs: 100 },
  })
}

/**
 * Reads a form with exactly one file.
 *
 * @throws Problem `unsupported_type`: no multipart form; `invalid_input`: no file, or one over the bound
 */
export async function readUpload(request: FastifyRequest, { bytes_max }: UploadLimits): Promise<Upload> {
  if (!request.isMultipart()) throw new Problem('unsupported_type')
  const fields: Record<string, string> = {}
  let file: Omit<Upload, 'fields'> | undefined
  for await (const part of request.parts({ limits: { fileSize: bytes_max } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk)
    if (part.file.truncated)
      throw new Problem('invalid_input', { file: [`file_too_large:${Math.floor(bytes_max / megabyte)}`] })
    file = { file_name: part.filename, content_type: part.mimetype, bytes: Buffer.concat(chunks) }
  }
  if (!file) throw new Problem('invalid_input', { file: ['file_missing'] })
  return { ...file, fields }
}
