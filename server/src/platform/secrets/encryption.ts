import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const version = 1
const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM: without the key a value can neither be read nor moved elsewhere.
 *
 * @param location table, column and row of the value, which is authenticated with it (AAD)
 */
export function seal(key: Buffer, location: string, value: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(location))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), sealed])
}

/** @throws Error if key, location or value don't match */
export function unseal(key: Buffer, location: string, sealed: Buffer): string {
  if (sealed[0] !== version) throw new Error('This value has an unknown encryption format')
  const iv = sealed.subarray(1, 1 + ivBytes)
  const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(location))
    .setAuthTag(tag)
  return decipher.update(sealed.subarray(1 + ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
