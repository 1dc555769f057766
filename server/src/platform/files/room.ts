import { statfs } from 'node:fs/promises'

const reserveMax_bytes = 1024 ** 3

/**
 * Whether a file of this size can be stored in `folder`: 1 GiB, or a tenth of a small disk, must stay free
 * for the database.
 */
export async function hasRoom(folder: string, bytes: number, read: typeof statfs = statfs): Promise<boolean> {
  const { bavail, blocks, bsize } = await read(folder)
  return bavail * bsize - bytes >= Math.min(reserveMax_bytes, (blocks * bsize) / 10)
}
