import { apiOperations, type ApiScope } from '@ozvi/contract'

const scopes = new Map<string, ApiScope>(
  // `Object.entries` widens the names of the scopes.
  (Object.entries(apiOperations) as [ApiScope, (typeof apiOperations)[ApiScope]][]).flatMap(
    ([scope, operations]) =>
      Object.values(operations).map(({ method, path }) => [`${method} ${path}`, scope] as const),
  ),
)

/** The scope that a key needs for a route; undefined if keys can't call it. */
export const scopeOf = ({ method, path }: { method: string; path: string }): ApiScope | undefined =>
  scopes.get(`${method} ${path}`)
