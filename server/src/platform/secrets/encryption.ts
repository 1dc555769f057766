import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const version = 1
const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM: without the key a value can neither be read nor moved to another place.
 *
 * @param place where it is stored, such as table, column and row; needed to open it
 */
export function seal(key: Buffer, place: string, value: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), sealed])
}

/** @throws Error if key, place or value don't match */
export function unseal(key: Buffer, place: string, sealed: Buffer): string {
  if (sealed[0] !== version) throw new Error('This value has an unknown encryption format')
  const iv = sealed.subarray(1, 1 + ivBytes)
  const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag)
  return decipher.update(sealed.subarray(1 + ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
