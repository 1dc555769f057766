import { afterEach, expect, test, vi } from 'vitest'
import { createCalls } from './calls.ts'

/** The browser's request; answers with `reply`, or not at all. */
class FakeRequest {
  static reply: { status: number; body: unknown } | undefined
  static sent: { url: string; headers: Record<string, string>; form: FormData }[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  status = 0
  responseText = ''
  #url = ''
  readonly #headers: Record<string, string> = {}
  open(_: string, url: string) {
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  send(form: FormData) {
    FakeRequest.sent.push({ url: this.#url, headers: this.#headers, form })
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    const { reply } = FakeRequest
    if (!reply) return this.onerror()
    this.status = reply.status
    this.responseText = JSON.stringify(reply.body)
    this.onload()
  }
  abort() {
    this.onabort()
  }
}
function upload(reply: typeof FakeRequest.reply) {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  FakeRequest.reply = reply
  FakeRequest.sent = []
  const parts: number[] = []
  const { upload: send } = createCalls({ token: () => 'token', locale: 'en' })
  const file = { id: 'f1', name: 'receipt.txt', blob: new Blob(['paid']) }
  return { parts, sending: send(file, { onProgress: (part) => void parts.push(part) }) }
}
afterEach(() => void vi.unstubAllGlobals())

test('a file is uploaded with the token, its id and its progress', async () => {
  const { parts, sending } = upload({ status: 200, body: { data: { id: 'f1' } } })
  expect(await sending).toEqual({ id: 'f1' })
  expect(parts).toEqual([0.5])
  const [sent] = FakeRequest.sent
  expect(sent?.headers).toMatchObject({ authorization: 'Bearer token', 'accept-language': 'en' })
  expect(sent?.form.get('id')).toBe('f1')
  expect(sent?.form.get('file')).toMatchObject({ name: 'receipt.txt' })
})
test('422 a rejected file shows its reason and isn’t retried; a request without a response is', async () => {
  const errors = { file: ['This file is too large.'] }
  const rejected = upload({ status: 422, body: { code: 'invalid_input', message: 'No.', errors } }).sending
  await expect(rejected).rejects.toMatchObject({ status: 422, errors, is_transient: false })
  await expect(upload(undefined).sending).rejects.toMatchObject({ status: 0, is_transient: true })
})
