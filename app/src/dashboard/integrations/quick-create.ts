import { candidateNames, type CurrentUser } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { logError } from '#platform/log.ts'
import { createWorkspace } from './data.ts'

/**
 * Creates a workspace without questions: with a generated name if none is given, and the product's own site
 * as URL.
 *
 * @returns false if it failed; the cause is logged
 */
export async function quickCreate(
  user: Pick<CurrentUser, 'name' | 'email'>,
  own_site: string,
  t: Translate,
  name = candidateNames(user, Math.random, t)[0] ?? '',
): Promise<boolean> {
  try {
    await createWorkspace({ name, url: own_site })
    return true
  } catch (error) {
    logError('Quick create failed', error)
    return false
  }
}
