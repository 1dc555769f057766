import { createECDH } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** The key pair that push services know this installation by (RFC 8292). */
export interface PushKeys {
  /** base64url, uncompressed: what browsers subscribe with. */
  public_key: string
  /** base64url. */
  private_key: string
}

/**
 * Made of the installation's master key, so it is there from the first start, the same on every node, and stored
 * nowhere else.
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
