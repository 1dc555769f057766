import { createServer, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'

/*
 * Fake analytics services: they store decoded requests and respond like the real ones.
 */

const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

export interface CollectedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  is_gzip: boolean
  body: unknown
}
/** A service on its own port; `answer` returns the response for a path. */
async function listen(unpack: (body: Buffer) => unknown, answer: (path: string) => [number, object]) {
  const requests: CollectedRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const { method = '', headers } = request
      response.setHeader('access-control-allow-origin', headers.origin ?? '*')
      response.setHeader('access-control-allow-headers', 'content-type')
      // A beacon is sent with credentials.
      response.setHeader('access-control-allow-credentials', 'true')
      const body = await bodyOf(request)
      if (method === 'OPTIONS') return response.end()
      const unpacked = body.length > 0 ? unpack(body) : null
      requests.push({ method, path: url.pathname, headers, is_gzip: isGzip(body), body: unpacked })
      const [status, reply] = answer(url.pathname)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://localhost:${address.port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** In PostHog's formats: gzip, or base64 in a form. */
function unpackEvents(body: Buffer): unknown {
  const text = (isGzip(body) ? gunzipSync(body) : body).toString()
  const packed = new URLSearchParams(text).get('data')
  return JSON.parse(packed ? Buffer.from(packed, 'base64').toString() : text)
}
export interface CapturedEvent {
  uuid: string
  event: string
  properties: Record<string, unknown>
  $set?: Record<string, unknown>
  $set_once?: Record<string, unknown>
  timestamp: string
}

export async function fakePostHog() {
  const answers: { events: [number, object] } = { events: [200, { status: 'Ok' }] }
  const service = await listen(unpackEvents, (path) => {
    if (path === '/e/') return answers.events
    if (path.startsWith('/array/')) {
      return [200, { supportedCompression: ['gzip-js'], hasFeatureFlags: true, autocapture_opt_out: false }]
    }
    return [200, { flags: {}, featureFlags: {}, errorsWhileComputingFlags: false }]
  })
  return {
    ...service,
    /** The response to the next requests for events. */
    answers,
    /** In order of arrival; a batch counts as its events. */
    events: (): CapturedEvent[] =>
      service.requests
        .filter(({ path }) => path === '/e/')
        // The library's own format, which is tested here.
        .flatMap(({ body }) => (body as { batch: CapturedEvent[] }).batch),
  }
}

export interface PageView {
  type: string
  payload: Record<string, string>
}
export async function fakeUmami() {
  const service = await listen(
    (body) => JSON.parse(body.toString()),
    () => [200, { cache: 'none' }],
  )
  return {
    ...service,
    // Our own collector's format, which is tested here.
    views: () => service.requests.map(({ body }) => body as PageView),
  }
}
