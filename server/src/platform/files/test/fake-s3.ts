import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/*
 * The part of S3 that the driver uses, checked strictly: path-style objects in one bucket, and every request
 * must be signed (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html) for the
 * received content.
 */

const access_key_id = 'AKIAFAKE'
const secret_access_key = 'fake-secret'
const region = 'eu-test-1'
const bucket = 'uploads'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, data: string) => createHmac('sha256', key).update(data).digest()

function signature(request: IncomingMessage, signed_headers: string, day: string): string {
  const url = new URL(request.url ?? '', 'http://localhost')
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...signed_headers.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed_headers,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce<Uint8Array>(
    hmac,
    hmac(hmac(`AWS4${secret_access_key}`, day), region),
  )
  return hmac(key, text).toString('hex')
}

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, id, day, signed_headers = '', provided] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/[^,]+, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (id !== access_key_id || !day || !signed_headers.split(';').includes('host')) return false
  const hash = request.headers['x-amz-content-sha256']
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  return signature(request, signed_headers, day) === provided
}

const problem = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

/** Starts the server; `objects` is the content of the bucket. */
export async function fakeS3() {
  const objects = new Map<string, { body: Buffer; content_type: string }>()
  /** Number of requests still to be answered with a server error. */
  let failures = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const respond = (status: number, content = '', headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(content)
    if (failures > 0) {
      failures--
      return respond(503, problem('SlowDown'))
    }
    if (!isSigned(request, body)) return respond(403, problem('SignatureDoesNotMatch'))
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const [, expected, ...parts] = pathname.split('/').map(decodeURIComponent)
    const key = parts.join('/')
    if (expected !== bucket) return respond(404, problem('NoSuchBucket'))
    const object = objects.get(key)
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined)
        return respond(411, problem('MissingContentLength'))
      objects.set(key, { body, content_type: request.headers['content-type'] ?? 'binary/octet-stream' })
      return respond(200, '', { etag: '"1"' })
    }
    if (request.method === 'DELETE') {
      // AWS answers 204 for a missing object; some compatible servers answer 404.
      if (!objects.delete(key)) return respond(404, problem('NoSuchKey'))
      return response.writeHead(204).end()
    }
    if (!object) return respond(404, problem('NoSuchKey'))
    return response
      .writeHead(200, { 'content-type': object.content_type, 'content-length': object.body.length })
      .end(object.body)
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('No port.')
  return {
    settings: {
      endpoint: `http://127.0.0.1:${address.port}`,
      region,
      bucket,
      access_key_id,
      secret_access_key,
    },
    objects,
    fail(requests: number) {
      failures = requests
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
