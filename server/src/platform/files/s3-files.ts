import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
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

/** Stores files in a bucket. */
export function createS3Files({ bucket, endpoint, region, ...keys }: S3Settings, spool: Spool): FileStore {
  const s3 = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: keys.access_key_id, secretAccessKey: keys.secret_access_key },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 }, // by default it waits forever
    // Checksums in trailers are specific to AWS; other services reject them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: checkedKey(key) })

  return {
    async put(key, content, { content_type, max_bytes }) {
      const object = at(key)
      // S3 requires the length first.
      return spool(content, max_bytes, async ({ path, size }) => {
        const body = createReadStream(path)
        await s3.send(
          new PutObjectCommand({ ...object, Body: body, ContentLength: size, ContentType: content_type }),
        )
        return { size }
      })
    },
    async get(key) {
      const object = await s3.send(new GetObjectCommand(at(key))).catch((error: unknown) => {
        if (error instanceof NoSuchKey) return undefined
        throw error
      })
      if (!object) return undefined
      if (!(object.Body instanceof Readable)) throw new Error('The bucket returned no body.')
      return {
        stream: object.Body,
        size: object.ContentLength ?? 0,
        content_type: object.ContentType ?? 'application/octet-stream',
      }
    },
    async remove(key) {
      await s3.send(new DeleteObjectCommand(at(key)))
    },
  }
}
