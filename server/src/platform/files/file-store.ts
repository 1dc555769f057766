import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Must be read to its end or destroyed. */
  stream: Readable
  /** Bytes. */
  size: number
  content_type: string
}

/** Where uploads are kept. What they are called, and who may read them, is known to the database alone. */
export interface FileStore {
  /**
   * Stores `content` whole or not at all.
   *
   * @param key from `newFileKey`, or anything of the same alphabet
   * @returns its size in bytes.
   * @throws FileTooLarge past `max_bytes`; nothing is kept then.
   */
  put(
    key: string,
    content: Readable | Uint8Array,
    options: { content_type: string; max_bytes: number },
  ): Promise<{ size: number }>
  /** @returns undefined for a key that is absent. */
  get(key: string): Promise<StoredFile | undefined>
  /** Removing what is absent is no error. */
  remove(key: string): Promise<void>
}

/** The content was longer than its sender may send. */
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

/** A key nobody can guess (160 random bits), below `folder` if one is given. */
export const newFileKey = (folder?: string): string => {
  const name = randomBytes(20).toString('hex')
  return folder ? checkedKey(`${folder}/${name}`) : name
}

/** @throws for anything that could leave the store's own ground: dots, empty parts, other alphabets. */
export function checkedKey(key: string): string {
  if (key.length > key_chars_max || !keyShape.test(key)) throw new Error('Not a file key.')
  return key
}
