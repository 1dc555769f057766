import { createHmac } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** Recognizes the address of an erased contact without revealing it. */
export const emailHash = (secrets: Secrets, email: string): Buffer =>
  createHmac('sha256', secrets.derive('erased-email')).update(email.toLowerCase()).digest()
