import { type AssistantSettings, can } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { Form } from '#ui/form.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import {
  type AssistantFields,
  ConfidenceSection,
  FirstAnswererSection,
  GeneralSection,
  HandoverSection,
} from './assistant-sections.tsx'
import { settingsOf, useAssistantSettings, useSaveAssistantSettings } from './data.ts'

export const queries: Queries = inWorkspace(({ id }) => [settingsOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function AssistantPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useAssistantSettings(id)
  const settings = query.data
  const isAllowed = can(integration, 'knowledge.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.assistant')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.assistant')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('assistant-settings.text') : t('integrations.read_only')}
        </p>
      </div>
      {settings ? (
        <SettingsForm key={id} settings={settings} isAllowed={isAllowed} />
      ) : (
        <LoadFallback
          title={t('assistant-settings.failed')}
          query={query}
          skeletonClassName="flex flex-col gap-6"
        >
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

const labeledFields = [
  'name',
  'length',
  'first_for_visitors',
  'first_for_customers',
  'answer_confidence_min',
  'may_help_confidence_min',
  'uncertain_answers_max',
  'team_topics',
] as const

/** Topics are edited as lines. Empty lines are dropped when saving, so that typing a new line works. */
const topicsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Labels of the fields, and of each topic. */
const labelsOf = (topics: string, t: Translate): Record<string, string> => ({
  ...Object.fromEntries(topicsOf(topics).map((topic, index) => [`team_topics.${index}`, topic])),
  ...Object.fromEntries(labeledFields.map((name) => [name, t(`assistant-settings.${name}`)])),
})

function SettingsForm({ settings, isAllowed }: { settings: AssistantSettings; isAllowed: boolean }) {
  const t = useT()
  const save = useSaveAssistantSettings(settings.integration_id)
  const { integration_id: _, updated_at: __, version, team_topics, ...plain } = settings
  const stored: AssistantFields = { ...plain, team_topics: team_topics.join('\n') }
  const draft = useUnsavedEdits(stored, version, ({ team_topics: topics, ...changes }) =>
    save({ ...changes, ...(topics === undefined ? {} : { team_topics: topicsOf(topics) }) }),
  )
  const { fields, set } = draft
  const section = { fields, set, isAllowed }
  return (
    <>
      <Form
        id="assistant"
        labels={labelsOf(fields.team_topics, t)}
        problem={draft.problem}
        onSubmit={draft.save}
        className="gap-6"
      >
        <GeneralSection {...section} />
        <FirstAnswererSection {...section} />
        <ConfidenceSection {...section} />
        <HandoverSection {...section} />
      </Form>
      <SaveBar form="assistant" draft={draft} />
    </>
  )
}
