import type { Flow } from '@ozvi/contract'
import { findProblems, type FlowProblem } from '@ozvi/contract/scenario-checks'
import { useDeferredValue, useMemo } from 'react'
import type { Option } from '#ui/input.tsx'
import type { EditorParts } from './editor-context.ts'

const none: readonly FlowProblem[] = []
/**
 * What keeps the draft from being published; nothing until everything it can refer to is known.
 *
 * @param blockedUrls of the saved draft
 */
export function useProblems(
  flow: Flow,
  named: EditorParts['named'],
  blockedUrls: readonly string[],
): readonly FlowProblem[] {
  // Typing doesn't wait for the checks of a long flow.
  const checked = useDeferredValue(flow)
  return useMemo(() => {
    if (!named.isReady) return none
    const ids = (options: readonly Option[]) => new Set(options.map(({ value }) => value))
    return findProblems(checked, {
      tag_ids: ids(named.tags),
      team_ids: ids(named.teams),
      member_ids: ids(named.members),
      scenario_ids: new Set(named.published),
      contact_field_ids: ids(named.contactFields),
      conversation_field_ids: ids(named.conversationFields),
      image_ids: named.images,
      secrets: named.secrets,
      blocked_urls: new Set(blockedUrls),
      has_content: named.hasContent,
      hubspot: {
        is_connected: named.hubspot.isConnected,
        has_ticket_access: named.hubspot.hasTicketAccess,
        properties: new Set(named.hubspot.properties.map(({ name }) => name)),
      },
    })
  }, [checked, named, blockedUrls])
}
