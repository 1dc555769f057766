import { createReadStream } from 'node:fs'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, interceptors, request } from 'undici'
import { checkedKey, type FileStore } from './file-store.ts'
import type { Spool } from './spool.ts'

export interface S3Settings {
  /** For services other than AWS; their buckets are addressed by path. */
  endpoint?: string | undefined
  region: string
  bucket: string
  access_key_id: string
  secret_access_key: string
}

const retries_max = 2
/** Of an error, which is a short XML document. */
const error_bytes_max = 10_000

/** The URL of a bucket, ending in a slash. */
function bucketUrl({ endpoint, region, bucket }: S3Settings): string {
  if (endpoint) return `${endpoint.replace(/\/$/, '')}/${bucket}/`
  const domain = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // AWS's certificate covers one label before the domain.
  return bucket.includes('.') ? `https://${domain}/${bucket}/` : `https://${bucket}.${domain}/`
}

async function errorCode({ statusCode, body }: Dispatcher.ResponseData): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += String(chunk)
    if (text.length > error_bytes_max) break
  }
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(statusCode)
}

/** Stores files in a bucket. */
export function createS3Files(settings: S3Settings, spool: Spool): FileStore {
  const bucket = bucketUrl(settings)
  // The content of a PUT is a stream, which can be sent once.
  const dispatcher = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  }).compose(interceptors.retry({ methods: ['GET', 'DELETE'], maxRetries: retries_max, throwOnError: false }))

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    { body = null, headers = {} }: { body?: Dispatcher.DispatchOptions['body']; headers?: object } = {},
  ) {
    const signer = new AwsV4Signer({
      method,
      url: bucket + checkedKey(key),
      // The content is sent as it is read.
      headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      service: 's3',
      region: settings.region,
      accessKeyId: settings.access_key_id,
      secretAccessKey: settings.secret_access_key,
    })
    const signed = await signer.sign()
    const reply = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body,
      dispatcher,
    })
    if (reply.statusCode < 300) return reply
    const code = await errorCode(reply)
    if (method !== 'PUT' && code === 'NoSuchKey') return undefined
    throw Object.assign(new Error(`The bucket answered ${method} with ${code}.`), { name: code })
  }

  return {
    put: (key, content, { content_type, max_bytes }) =>
      // S3 requires the length first.
      spool(content, max_bytes, async ({ path, size }) => {
        const headers = { 'content-type': content_type, 'content-length': String(size) }
        const reply = await send('PUT', key, { body: createReadStream(path), headers })
        await reply?.body.dump()
        return { size }
      }),
    async get(key) {
      const reply = await send('GET', key)
      if (!reply) return undefined
      return {
        stream: reply.body,
        size: Number(reply.headers['content-length'] ?? 0),
        content_type: String(reply.headers['content-type'] ?? 'application/octet-stream'),
      }
    },
    async remove(key) {
      const reply = await send('DELETE', key)
      await reply?.body.dump()
    },
  }
}
