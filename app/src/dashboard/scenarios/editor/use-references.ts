import { scenarioContactFields, scenarioConversationFields } from '@ozvi/contract'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useContactFields, useConversationFields } from '#dashboard/custom-fields'
import { useDataSources } from '#dashboard/data-sources'
import { useChosenProperties, useHubspot } from '#dashboard/hubspot'
import { useTagsQuery } from '#dashboard/tags'
import { useTeam, useTeams } from '#dashboard/users'
import { useScenarios } from '../data.ts'
import type { EditorParts } from './editor-context.ts'
import { useImages } from '../step-fields/images.ts'
import { useSecrets } from '../step-fields/secrets.ts'

const byId = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

/** Loads everything that a flow can refer to. @param scenario_id of the flow, which is left out */
export function useReferences(integration_id: string, scenario_id: string): EditorParts['references'] {
  const t = useT()
  const { data: contactFields } = useContactFields(integration_id)
  const { data: conversationFields } = useConversationFields(integration_id)
  const { data: team } = useTeam(integration_id)
  const { data: teams } = useTeams(integration_id)
  const { data: tags } = useTagsQuery(integration_id)
  const { data: scenarios } = useScenarios(integration_id)
  const { data: secrets } = useSecrets(integration_id)
  const { data: images } = useImages(integration_id)
  const { data: sources } = useDataSources(integration_id)
  const { data: hubspot } = useHubspot(integration_id)
  const { data: chosen } = useChosenProperties(integration_id, hubspot?.properties)
  return useMemo(() => {
    const others = (scenarios ?? []).filter(({ id }) => id !== scenario_id)
    return {
      members: (team?.users ?? []).map(({ user_id, name, email }) => ({
        value: user_id,
        label: name || email,
      })),
      teams: (teams ?? []).map(byId),
      tags: (tags ?? []).map(byId),
      scenarios: others.map(byId),
      published: others.filter(({ status }) => status === 'published').map(({ id }) => id),
      contactFields: [
        ...scenarioContactFields.map((value) => ({ value, label: t(`scenarios.contact_${value}`) })),
        ...(contactFields ?? []).map(byId),
      ],
      conversationFields: [
        ...scenarioConversationFields.map((value) => ({
          value,
          label: t(`scenarios.conversation_${value}`),
        })),
        ...(conversationFields ?? []).map(byId),
      ],
      customFields: [...(contactFields ?? []), ...(conversationFields ?? [])],
      secrets: new Map((secrets ?? []).map(({ name, origin }) => [name, origin])),
      images: new Set((images ?? []).map(({ id }) => id)),
      hasContent: (sources ?? []).some(({ is_enabled, indexed }) => is_enabled && indexed > 0),
      hubspot: {
        isConnected: hubspot?.status === 'connected',
        hasTicketAccess: hubspot?.has_ticket_access ?? false,
        account: hubspot?.account ?? null,
        properties: chosen ?? [],
      },
      isReady: Boolean(
        contactFields &&
        conversationFields &&
        team &&
        teams &&
        tags &&
        scenarios &&
        secrets &&
        images &&
        sources &&
        hubspot &&
        (chosen || hubspot.properties.length === 0),
      ),
    }
  }, [
    contactFields,
    conversationFields,
    team,
    teams,
    tags,
    scenarios,
    secrets,
    images,
    sources,
    hubspot,
    chosen,
    scenario_id,
    t,
  ])
}
