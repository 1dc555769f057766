import { type Attachment, uploadFile, uploadVisitorFile } from '@ozvi/contract'
import sharp from 'sharp'
import type { Browser } from '../../../../test/server.ts'

async function form(content: Uint8Array | string, name: string, id: string = crypto.randomUUID()) {
  const fields = new FormData()
  fields.set('id', id)
  fields.set('file', new File([typeof content === 'string' ? content : Uint8Array.from(content)], name))
  const body = new Response(fields)
  return {
    bytes: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  }
}

/** Uploads a file as a browser does. */
export async function upload(
  who: Browser,
  url: string,
  content: Uint8Array | string,
  name: string,
  { id, locale = 'en' }: { id?: string; locale?: string } = {},
) {
  const { bytes, headers } = await form(content, name, id)
  const reply = await who.request('POST', url, bytes, { ...headers, 'accept-language': locale })
  // The reply's own schema, or an error.
  const { data, errors } = reply.json() as { data: Attachment; errors?: Record<string, string[]> }
  return { status: reply.statusCode, data, errors }
}

export const memberUrl = (integration_id: string) =>
  uploadFile.path.replace(':integration_id', integration_id)
export const visitorUrl = uploadVisitorFile.path
export const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7c5' } })
/** Id and text of a message that consists of files. */
export const newMessage = () => ({ id: crypto.randomUUID(), body: '' })
