import { auditAreas, type AuditFilter } from '@ozvi/contract'
import { useQueryParams } from '#platform/document/use-query-params.ts'

const day = /^\d{4}-\d\d-\d\d$/
/** Midnight in the reader's time zone, `days` later. */
function midnight(text: string | null, days = 0): string | undefined {
  if (!text || !day.test(text)) return undefined
  const at = new Date(`${text}T00:00`)
  if (Number.isNaN(at.getTime())) return undefined
  at.setDate(at.getDate() + days)
  return at.toISOString()
}

/** The filter of the log in the URL, so that it can be shared. */
export function useListParams() {
  const [params, changeParams] = useQueryParams()
  const area = auditAreas.find((one) => one === params.get('area'))
  const values = {
    area: area ?? '',
    actor_id: params.get('who') ?? '',
    from: params.get('from') ?? '',
    until: params.get('until') ?? '',
  }
  const from = midnight(values.from)
  const until = midnight(values.until, 1)
  const filter: AuditFilter = {
    ...(area ? { area } : {}),
    ...(values.actor_id ? { actor_id: values.actor_id } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
  }
  const set = (name: 'area' | 'who' | 'from' | 'until', value: string) =>
    changeParams({ [name]: value || null })
  const clear = () => changeParams({ area: null, who: null, from: null, until: null })
  return { values, filter, set, clear }
}
