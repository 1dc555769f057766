import { type RawBuilder, sql } from 'kysely'

/** What published scenarios wait for after a message or a rating. */
export interface AwaitedSilence {
  kind: 'customer_silent' | 'team_silent' | 'rating_received'
  /** Null for ratings. */
  minutes: number | null
}
/** An expression for another query. */
export const silenceTriggers = (
  integration_id: string,
  kind: AwaitedSilence['kind'],
): RawBuilder<AwaitedSilence[]> =>
  sql`(select coalesce(json_agg(distinct jsonb_build_object(
      'kind', scenario.published_trigger, 'minutes', published.flow->'trigger'->'minutes')), '[]')
    from scenario join scenario_version published on published.integration_id = scenario.integration_id
      and published.scenario_id = scenario.id and published.version = scenario.published_version
    where scenario.integration_id = ${integration_id} and scenario.status = 'published'
      and scenario.deleted_at is null and scenario.published_trigger = ${kind})`
