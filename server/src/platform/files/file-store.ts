import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Must be read to its end or destroyed. */
  stream: Readable
  /** Bytes. */
  size: number
  content_type: string
}

/** Storage for uploads. Names and access rights are in the database only. */
export interface FileStore {
  /**
   * Stores `content` completely or not at all.
   *
   * @param key from `newFileKey`, or anything of the same alphabet
   * @returns its size in bytes
   * @throws FileTooLarge past `max_bytes`; nothing is stored then
   */
  put(
    key: string,
    content: Readable | Uint8Array,
    options: { content_type: string; max_bytes: number },
  ): Promise<{ size: number }>
  /** @returns undefined for a missing key */
  get(key: string): Promise<StoredFile | undefined>
  /** Removing a missing key is no error. */
  remove(key: string): Promise<void>
}

/** The content exceeds the size limit. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
  readonly max_bytes: number

  constructor(max_bytes: number) {
    super(`The file is larger than ${max_bytes} bytes.`)
    this.max_bytes = max_bytes
  }
}

const key_chars_max = 200
const keyShape = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*$/

/** An unguessable key (160 random bits), below `folder` if given. */
export const newFileKey = (folder?: string): string => {
  const name = randomBytes(20).toString('hex')
  return folder ? checkedKey(`${folder}/${name}`) : name
}

/** @throws for anything that could escape the store: dots, empty segments, other alphabets */
export function checkedKey(key: string): string {
  if (key.length > key_chars_max || !keyShape.test(key)) throw new Error('Not a file key.')
  return key
}
