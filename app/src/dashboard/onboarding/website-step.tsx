import { candidateNames, type Integration } from '@ozvi/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { logWarning } from '#platform/log.ts'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { createWorkspace, NameChips, importWebsiteLogo, updateWorkspace } from '#dashboard/integrations'
import { readWebsite } from './crawl.ts'
import { useEnteredName } from './entered-name.ts'
import { StepFrame } from './step-frame.tsx'
import { useStepPath } from './steps.ts'
import { nameOfWebsite, websiteAddress } from './website-address.ts'
import { useWebsiteFacts, websiteFacts } from './website-facts.ts'

const namesShown = 5
const formId = 'onboarding-website'

/** Pseudo-random numbers from 0 to 1, the same on the server and in the browser. */
function seededRandom(text: string): () => number {
  let state = 0
  for (const sign of text) state = (state * 31 + (sign.codePointAt(0) ?? 0)) % 2 ** 32
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/**
 * Creates or updates the workspace, and starts reading its website. Suggests the website's own facts as soon
 * as the address is typed.
 */
export function WebsiteStep({ integration }: { integration: Integration | null }) {
  const t = useT()
  const user = useUser()
  const locale = useLocale()
  const navigate = useNavigate()
  const pathOf = useStepPath(integration)
  const { app_url } = usePublicConfig()
  const [candidates] = useState(() => candidateNames(user, seededRandom(user.id), t))
  // Our own URL is a placeholder until the company's is known.
  const savedUrl = integration && integration.url !== app_url ? integration.url : ''
  const [url, setUrl] = useState(savedUrl)
  const [requestedAddress, setRequestedAddress] = useState('')
  const facts = useWebsiteFacts(requestedAddress)
  const [entered, setName] = useEnteredName(integration, { savedUrl, url, defaultName: candidates[0] })
  const name = entered ?? facts?.name ?? ''
  const suggestedNames = [facts?.name, nameOfWebsite(url)].filter((each) => each != null)
  const names = [...new Set([...suggestedNames, ...candidates])].slice(0, namesShown)
  const isUnknown = savedUrl === ''
  const continueToNext = (integration_id: string) => navigate(pathOf('knowledge', integration_id))

  const save = useAsyncAction(async () => {
    const address = websiteAddress(url)
    const websiteInfo = await websiteFacts(address)
    const fields = { name: (entered ?? websiteInfo?.name ?? '').trim() || (names[0] ?? ''), url: address }
    const spoken = isUnknown ? websiteInfo?.locale : null
    if (integration)
      await updateWorkspace(integration.public_key, {
        ...fields,
        ...(spoken && integration.locales.includes(spoken) ? { locale: spoken } : {}),
      })
    const { id } = integration ?? (await createWorkspace({ ...fields, locale: spoken ?? locale }))
    // In the background; without it, initials are shown.
    if (websiteInfo?.icon_url && !integration?.logo_id)
      void importWebsiteLogo(id).catch((error: unknown) =>
        logWarning(`Failed to load the site's icon: ${String(error)}`),
      )
    await readWebsite(id, fields.url)
    await continueToNext(id)
  })
  const skip = useAsyncAction(async () => {
    const { id } =
      integration ?? (await createWorkspace({ name: name.trim() || (names[0] ?? ''), url: app_url, locale }))
    await continueToNext(id)
  })
  return (
    <StepFrame
      step="website"
      text={t('onboarding.website_text')}
      footer={
        <>
          <Button variant="quiet" className="-ml-4" isBusy={skip.isBusy} onClick={() => void skip.run()}>
            {t('onboarding.skip')}
          </Button>
          <Button type="submit" form={formId} variant="primary" size="lg" isBusy={save.isBusy}>
            {t('onboarding.read_website')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        labels={{ url: t('onboarding.url'), name: t('onboarding.name') }}
        problem={save.problem ?? skip.problem}
        onSubmit={() => void save.run()}
      >
        <Field name="url" isRequired hint={t('onboarding.url_hint')}>
          <Input
            type="text"
            inputMode="url"
            value={url}
            onChange={({ target }) => {
              setUrl(target.value)
              save.clear()
            }}
            onBlur={() => setRequestedAddress(websiteAddress(url))}
            placeholder="www.example.com"
            autoCapitalize="none"
            autoComplete="url"
            spellCheck={false}
          />
        </Field>
        <div className="flex flex-col gap-2">
          <Field name="name">
            <Input
              value={name}
              onChange={({ target }) => setName(target.value)}
              placeholder={names[0]}
              autoComplete="organization"
              maxLength={80}
            />
          </Field>
          <NameChips names={names} selected={name} onChoose={setName} />
        </div>
        <p role="status" className="text-base text-muted empty:hidden">
          {isUnknown && facts?.locale && t(`onboarding.speaks_${facts.locale}`)}
        </p>
      </Form>
    </StepFrame>
  )
}
