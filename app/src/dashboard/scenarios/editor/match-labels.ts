import type { FlowConditions } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

/** How conditions are combined, or conditions and groups. */
export const matchLabels = (t: Translate, hasGroups: boolean): Record<FlowConditions['match'], string> =>
  hasGroups
    ? { all: t('scenarios.match_all_groups'), any: t('scenarios.match_any_group') }
    : { all: t('scenarios.match_all'), any: t('scenarios.match_any') }
