import { type ApiScope, apiScopes } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

/** `conversations:read` → its area and what it allows. */
const partsOf = (scope: ApiScope) => scope.split(':') as [Area, Level] // every scope is `area:level`
export type Area = ApiScope extends infer S ? (S extends `${infer A}:${string}` ? A : never) : never
type Level = 'read' | 'write'

export const areas: Area[] = [...new Set(apiScopes.map((scope) => partsOf(scope)[0]))]
/** The scopes of an area that exist. */
const levelsOf = (area: Area): Level[] =>
  apiScopes.flatMap((scope) => (partsOf(scope)[0] === area ? partsOf(scope)[1] : []))

export type Access = 'none' | 'read' | 'write' | 'both'
/** The choices of an area: reading alone, or both where there is something to change. */
export const accessesOf = (area: Area): Access[] =>
  levelsOf(area).includes('write') ? ['none', 'read', 'both'] : ['none', 'read']

export const scopesOf = (chosen: Partial<Record<Area, string>>): ApiScope[] =>
  apiScopes.filter((scope) => {
    const [area, level] = partsOf(scope)
    return chosen[area] === 'both' || chosen[area] === level
  })

/** One line per area, such as “Contacts: read and write”. */
export function scopeLines(t: Translate, scopes: readonly ApiScope[]): string[] {
  return areas.flatMap((area) => {
    const levels = levelsOf(area).filter((level) => scopes.some((scope) => scope === `${area}:${level}`))
    const access = levels.length === 2 ? 'both' : levels[0]
    return access ? `${t(`api-keys.area_${area}`)}: ${t(`api-keys.access_${access}`)}` : []
  })
}
