import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { createLocalFiles } from './local-files.ts'
import type { S3Settings } from './s3-files.ts'
import { createSpool } from './spool.ts'

export { type FileStore, FileTooLarge, newFileKey } from './file-store.ts'
export { hasRoom } from './room.ts'

/** Opens the bucket if configured, otherwise `<data_dir>/files`. */
export async function createFileStore(options: {
  data_dir: string
  s3?: S3Settings | undefined
}): Promise<FileStore> {
  const folder = join(options.data_dir, 'files')
  const spool = await createSpool(join(folder, '.incoming'))
  if (!options.s3) return createLocalFiles(folder, spool)
  // The client is large, so it is loaded only if there is a bucket.
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(options.s3, spool)
}
