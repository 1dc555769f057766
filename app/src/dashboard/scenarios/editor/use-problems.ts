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
  references: EditorParts['references'],
  blockedUrls: readonly string[],
): readonly FlowProblem[] {
  // Typing doesn't wait for the checks of a long flow.
  const checked = useDeferredValue(flow)
  return useMemo(() => {
    if (!references.isReady) return none
    const ids = (options: readonly Option[]) => new Set(options.map(({ value }) => value))
    return findProblems(checked, {
      tag_ids: ids(references.tags),
      team_ids: ids(references.teams),
      member_ids: ids(references.members),
      scenario_ids: new Set(references.published),
      contact_field_ids: ids(references.contactFields),
      conversation_field_ids: ids(references.conversationFields),
      image_ids: references.images,
      secrets: references.secrets,
      blocked_urls: new Set(blockedUrls),
      has_content: references.hasContent,
      hubspot: {
        is_connected: references.hubspot.isConnected,
        has_ticket_access: references.hubspot.hasTicketAccess,
        properties: new Set(references.hubspot.properties.map(({ name }) => name)),
      },
    })
  }, [checked, references, blockedUrls])
}
