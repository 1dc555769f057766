import type { CurrentUser } from '@ozvi/contract'
import { logWarning } from '../log.ts'

/*
 * Which workspaces somebody has had on this device, by name. One that is theirs no more has left drafts here,
 * which are theirs to take along or to throw away; whoever else sits here is told nothing of it.
 */

export interface KnownWorkspace {
  id: string
  name: string
}
type Person = Pick<CurrentUser, 'id' | 'integrations'>
const keyOf = ({ id }: Person) => `ozvi.workspaces.${id}`
/** As the composer keeps them: conversation and mode follow. Beside each stands what is known of it. */
const draftsOf = ({ id }: Person, integration_id: string, kind = 'draft') =>
  `ozvi.${kind}.${integration_id}.${id}.`

function known(person: Person): KnownWorkspace[] {
  try {
    // Written below, and by nobody else.
    return JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]') as KnownWorkspace[]
  } catch {
    return []
  }
}
function keep(person: Person, workspaces: readonly KnownWorkspace[]) {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(workspaces))
  } catch (error) {
    logWarning(`The workspaces could not be noted: ${String(error)}`)
  }
}
/** Remembers those that the person has now, beside those they had. */
export function noteWorkspaces(person: Person) {
  const now = person.integrations.map(({ id, name }) => ({ id, name }))
  keep(person, [...known(person).filter(({ id }) => !now.some((one) => one.id === id)), ...now])
}
/** Those the person had here and has no more. */
export const endedWorkspaces = (person: Person): KnownWorkspace[] =>
  known(person).filter(({ id }) => !person.integrations.some((one) => one.id === id))

const keysFrom = (start: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(start))
/** What somebody has written in a workspace and not sent. */
export const listDrafts = (person: Person, integration_id: string): { key: string; text: string }[] =>
  keysFrom(draftsOf(person, integration_id)).flatMap((key) => {
    const text = localStorage.getItem(key)
    return text ? [{ key, text }] : []
  })
/** With its drafts. */
export function forgetWorkspace(person: Person, integration_id: string) {
  for (const kind of ['draft', 'drafted', 'draft-known'])
    for (const key of keysFrom(draftsOf(person, integration_id, kind))) localStorage.removeItem(key)
  keep(
    person,
    known(person).filter(({ id }) => id !== integration_id),
  )
}
