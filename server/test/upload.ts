import { expect } from 'vitest'
import type { Browser } from './server.ts'

/** Uploads a text file as a browser does, and expects success. @returns its id */
export async function upload(who: Browser, url: string, content: string, name: string): Promise<string> {
  const form = new FormData()
  const id = crypto.randomUUID()
  form.set('id', id)
  form.set('file', new File([content], name))
  const body = new Response(form)
  const reply = await who.request('POST', url, Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type') ?? '',
  })
  expect(reply.statusCode).toBe(200)
  return id
}
