import { candidateNames, type CurrentUser } from '@ozvi/contract'
import { logError } from '#platform/log.ts'
import { createWorkspace } from './data.ts'

/**
 * A workspace without questions: a name is made up when none is given, and the product's own site stands in
 * for the customer's.
 *
 * @returns false, with the cause logged, when it could not be made.
 */
export async function quickCreate(
  user: Pick<CurrentUser, 'name' | 'email'>,
  own_site: string,
  name = candidateNames(user, Math.random)[0] ?? '',
): Promise<boolean> {
  try {
    await createWorkspace({ name, url: own_site })
    return true
  } catch (error) {
    logError('Quick create failed', error)
    return false
  }
}
