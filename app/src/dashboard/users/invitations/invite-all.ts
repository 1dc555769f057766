import { type Input, inviteUser } from '@ozvi/contract'
import { formProblem, errorText } from '#platform/calls/use-async-action.ts'
import type { Translate } from '#platform/i18n/translator.ts'
import { call } from '#platform/calls/api-client.ts'
import { refetchUsers } from '../data.ts'

/** Splits at commas, semicolons, spaces and lines; without duplicates, in typed order. */
export function addressesIn(text: string): string[] {
  const seenEmails = new Set<string>()
  return text.split(/[\s,;]+/).filter((address) => {
    const isNew = address !== '' && !seenEmails.has(address.toLowerCase())
    seenEmails.add(address.toLowerCase())
    return isNew
  })
}

/** One by one: a rejected address doesn't stop the others. */
export async function inviteAll(
  integration_id: string,
  emails: readonly string[],
  fields: Omit<Input<typeof inviteUser>, 'email'>,
  t: Translate,
) {
  const invited: string[] = []
  const rejected: { email: string; why: string }[] = []
  for (const email of emails) {
    try {
      await call(inviteUser, { ...fields, email })
      invited.push(email)
    } catch (error) {
      rejected.push({ email, why: errorText(formProblem(error, t)) })
    }
  }
  if (invited.length > 0) await refetchUsers(integration_id)
  return { invited, rejected }
}
