import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { validationError } from '#platform/http/validation-error.ts'
import { commonPasswords } from './common-passwords.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const memory_kib = 19_456
const passes = 2
const tagBytes = 32
/** Each hash takes 19 MiB and a core; further ones wait. */
const maxConcurrent = 4

const b64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
// Node before 24.7 lacks argon2; scrypt hashes are replaced at the next sign-in on a newer version.
const hasArgon2 = typeof crypto.argon2 === 'function'
const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)
const scryptCost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

let running = 0
const waiting: (() => void)[] = []
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function argon2(password: string, salt: Buffer): Promise<Buffer> {
  const parameters = {
    message: password,
    nonce: salt,
    parallelism: 1,
    tagLength: tagBytes,
    memory: memory_kib,
    passes,
  }
  return new Promise((resolve, reject) => {
    crypto.argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** @returns a PHC string with algorithm, cost and salt */
export function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(16)
  return inTurn(async () =>
    hasArgon2
      ? `$argon2id$v=19$m=${memory_kib},t=${passes},p=1$${b64(salt)}$${b64(await argon2(password, salt))}`
      : `$scrypt$${b64(salt)}$${b64(await scrypt(password, salt, tagBytes, scryptCost))}`,
  )
}

/** Stored for an account whose password was voided: formatted like a hash, but matches no password. */
export function unusablePassword(): string {
  const algorithm = hasArgon2 ? `argon2id$v=19$m=${memory_kib},t=${passes},p=1` : 'scrypt'
  return `$${algorithm}$${b64(crypto.randomBytes(16))}$${b64(crypto.randomBytes(tagBytes))}`
}

/** A hash of a random password: an unknown address takes as long as a wrong password. */
const dummy = hashPassword(crypto.randomBytes(16).toString('hex'))

/** @param hash null for an account that doesn't exist */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = (hash ?? (await dummy)).split('$')
  const salt = Buffer.from(parts.at(-2) ?? '', 'base64')
  const expected = Buffer.from(parts.at(-1) ?? '', 'base64')
  const isScrypt = parts[1] === 'scrypt'
  const actual = await inTurn(() =>
    isScrypt ? scrypt(password, salt, tagBytes, scryptCost) : argon2(password, salt),
  )
  return hash !== null && actual.length === expected.length && crypto.timingSafeEqual(actual, expected)
}

export const needsRehash = (hash: string): boolean =>
  hasArgon2 && !hash.startsWith(`$argon2id$v=19$m=${memory_kib},t=${passes},p=1$`)

/** The error code of a weak password, or undefined. The schema checks its length. */
function weakness(password: string, email: string): 'password_common' | 'password_is_email' | undefined {
  const plain = password.trim().toLowerCase()
  if (plain === email.toLowerCase() || plain === email.split('@')[0]?.toLowerCase())
    return 'password_is_email'
  return commonPasswords.has(plain) || new Set(plain).size <= 1 ? 'password_common' : undefined
}

/** @throws Problem `invalid_input` on `field` if too common, or the address itself */
export function assertStrongPassword(
  password: string,
  email: string,
  field: 'password' | 'new_password' = 'password',
): void {
  const code = weakness(password, email)
  if (code) throw validationError(field, code)
}
