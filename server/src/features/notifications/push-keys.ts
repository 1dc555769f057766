import { createECDH } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** The key pair that identifies this installation to push services (RFC 8292). */
export interface PushKeys {
  /** base64url, uncompressed: browsers subscribe with it. */
  public_key: string
  /** base64url. */
  private_key: string
}

/**
 * Derived from the installation's master key, so it exists from the first start, is the same on every node,
 * and isn't stored.
 */
export function pushKeys(secrets: Secrets): PushKeys {
  const pair = createECDH('prime256v1')
  const private_key = secrets.derive('web-push')
  pair.setPrivateKey(private_key)
  return {
    public_key: pair.getPublicKey().toString('base64url'),
    private_key: private_key.toString('base64url'),
  }
}
