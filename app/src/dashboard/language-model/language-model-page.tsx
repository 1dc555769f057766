import { can, type LanguageModel, modelRequestsRange } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import { embeddingProgressOf, modelOf, useLanguageModel, useSaveLanguageModel } from './data.ts'
import { EmbeddingState } from './embedding-state.tsx'
import { ModelTest } from './model-test.tsx'

export const queries: Queries = inWorkspace(({ id }) => [modelOf(id), embeddingProgressOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function LanguageModelPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useLanguageModel(id)
  const model = query.data
  const isAllowed = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.language_model')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.language_model')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('language-model.text') : t('integrations.read_only')}
        </p>
      </div>
      {model ? (
        <>
          <p className="max-w-[62ch] text-base">{t(`language-model.source_${model.source}`)}</p>
          <ModelForm key={id} model={model} isAllowed={isAllowed} />
          {isAllowed && model.source !== 'none' && <ModelTest key={model.version} model={model} />}
        </>
      ) : (
        <LoadFallback
          title={t('language-model.failed')}
          query={query}
          skeletonClassName="flex flex-col gap-6"
        >
          <Skeleton className="h-96 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

const labeledFields = ['base_url', 'chat_model', 'key', 'embedding_model', 'requests_max'] as const

function ModelForm({ model, isAllowed }: { model: LanguageModel; isAllowed: boolean }) {
  const t = useT()
  const save = useSaveLanguageModel(model.integration_id)
  const { is_on, base_url, chat_model, embedding_model, requests_max, version } = model
  // The stored key is never sent back, so its field starts empty.
  const draft = useUnsavedEdits(
    { is_on, base_url, chat_model, embedding_model, requests_max, key: '' },
    version,
    (changes) => save(changes).then((saved) => ({ ...saved, key: '' })),
  )
  const { fields, set } = draft
  return (
    <>
      <Form
        id="language-model"
        labels={Object.fromEntries(labeledFields.map((name) => [name, t(`language-model.${name}`)]))}
        problem={draft.problem}
        onSubmit={draft.save}
        className="gap-6"
      >
        <Section title={t('language-model.endpoint')} description={t('language-model.endpoint_text')}>
          <div className="flex flex-col gap-5">
            <Switch
              label={t('language-model.is_on')}
              hint={t('language-model.is_on_hint')}
              checked={fields.is_on}
              onChange={(event) => set('is_on', event.target.checked)}
              disabled={!isAllowed}
            />
            <Field name="base_url" hint={t('language-model.base_url_hint')}>
              <Input
                type="url"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://api.openai.com/v1"
                value={fields.base_url}
                maxLength={500}
                onChange={(event) => set('base_url', event.target.value)}
                readOnly={!isAllowed}
              />
            </Field>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field name="chat_model" hint={t('language-model.chat_model_hint')}>
                <Input
                  autoComplete="off"
                  spellCheck={false}
                  value={fields.chat_model}
                  maxLength={200}
                  onChange={(event) => set('chat_model', event.target.value)}
                  readOnly={!isAllowed}
                />
              </Field>
              <Field
                name="key"
                hint={t(model.has_key ? 'language-model.key_stored' : 'language-model.key_hint')}
              >
                <Input
                  type="password"
                  autoComplete="off"
                  value={fields.key}
                  maxLength={500}
                  onChange={(event) => set('key', event.target.value)}
                  readOnly={!isAllowed}
                />
              </Field>
            </div>
            <div className="flex flex-col gap-3">
              <Field
                name="embedding_model"
                hint={t('language-model.embedding_model_hint')}
                className="sm:max-w-[calc(50%-0.625rem)]"
              >
                <Input
                  autoComplete="off"
                  spellCheck={false}
                  value={fields.embedding_model}
                  maxLength={200}
                  onChange={(event) => set('embedding_model', event.target.value)}
                  readOnly={!isAllowed}
                />
              </Field>
              <EmbeddingState integration_id={model.integration_id} isShownWhenDone />
            </div>
            <Field
              name="requests_max"
              hint={t('language-model.requests_max_hint', { count: model.requests })}
              className="max-w-72"
            >
              <Input
                type="number"
                inputMode="numeric"
                min={modelRequestsRange.min}
                max={modelRequestsRange.max}
                value={fields.requests_max}
                onChange={(event) => set('requests_max', Number(event.target.value))}
                readOnly={!isAllowed}
              />
            </Field>
          </div>
        </Section>
      </Form>
      <SaveBar form="language-model" draft={draft} />
    </>
  )
}
