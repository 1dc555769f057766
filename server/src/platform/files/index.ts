import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { openLocalFiles } from './local-files.ts'
import type { S3Settings } from './s3-files.ts'
import { openSpool } from './spool.ts'

export { type FileStore, FileTooLarge, newFileKey } from './file-store.ts'
export { hasRoom } from './room.ts'

/** Opens the bucket if configured, otherwise `<data_dir>/files`. */
export async function openFiles(options: {
  data_dir: string
  s3?: S3Settings | undefined
}): Promise<FileStore> {
  const folder = join(options.data_dir, 'files')
  const spool = await openSpool(join(folder, '.incoming'))
  if (!options.s3) return openLocalFiles(folder, spool)
  // a large client that isn't loaded without a bucket
  const { openS3Files } = await import('./s3-files.ts')
  return openS3Files(options.s3, spool)
}
