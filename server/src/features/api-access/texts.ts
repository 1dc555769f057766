import * as contract from '@ozvi/contract'
import { apiResourceOf, type Route } from '@ozvi/contract'
import descriptions from '@ozvi/contract/descriptions' with { type: 'json' }
import * as schemas from '@ozvi/contract/schemas'
import { fieldDescriptions } from '#platform/openapi/field-descriptions.ts'
import type { RouteTexts } from '#platform/openapi/openapi.ts'
import { scopeOf } from './scopes.ts'

/** Exported name of each route, which is its operation id. */
const routeNames = new Map<Route, string>(
  Object.entries(contract).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value
      ? // Only `defineRoute()` makes objects with these two fields.
        [[value as unknown as Route, name] as const]
      : [],
  ),
)
const texts: Partial<Record<string, Pick<RouteTexts, 'description' | 'causes'>>> = descriptions.routes

function textsFor(route: Route): RouteTexts {
  const operationId = routeNames.get(route) ?? route.path
  const scope = scopeOf(route)
  const area = route.path.split('/')[2]?.replace(/^user-integration$|^integrations$/, 'integration') ?? 'api'
  return {
    operationId,
    resource: scope ? apiResourceOf(route) : area,
    scope,
    description: '',
    causes: [],
    ...texts[operationId],
  }
}

/** What the OpenAPI document says about routes and fields, from the comments of the contract. */
export const apiTexts = () => ({ textsFor, textsOf: fieldDescriptions({ ...schemas }, descriptions.fields) })
