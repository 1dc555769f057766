import type { LoaderFunctionArgs } from 'react-router'
import { addressOf } from '../content/address.ts'
import { queryOf } from './query.ts'
import { searchDocumentation } from './search.server.ts'

/** Suggestions of the search field. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { locale } = addressOf(request)
  const query = queryOf(request)
  const hits = query ? await searchDocumentation(locale, query, 6) : []
  return Response.json(
    { data: hits.map((hit) => ({ ...hit, path: `/${locale}${hit.path}` })) },
    { headers: { 'cache-control': 'public, max-age=300' } },
  )
}
