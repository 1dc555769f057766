import type { Effect } from '@ozvi/contract/scenario-engine'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useEditorParts } from '../editor/editor-context.ts'

/** What a live run would do. */
export function EffectLine({ effect }: { effect: Exclude<Effect, { kind: 'send' }> }) {
  const t = useT()
  const formats = useFormats()
  const { references } = useEditorParts()
  const nameOf = (options: readonly { value: string; label: string }[], id: string | null) =>
    options.find(({ value }) => value === id)?.label ?? ''
  const details = () => {
    switch (effect.kind) {
      case 'http_request':
        return `${effect.method} ${effect.url}`
      case 'hubspot_contact':
        return effect.properties.map(({ name, value }) => `${name} = ${value}`).join(', ')
      case 'hubspot_ticket':
        return [effect.subject, effect.content].filter(Boolean).join(' – ')
      case 'set_contact_field':
      case 'set_conversation_field':
        return `${nameOf([...references.contactFields, ...references.conversationFields], effect.name) || effect.name} = ${String(effect.value ?? '')}`
      case 'add_tags':
        return effect.tag_ids.map((id) => nameOf(references.tags, id)).join(', ')
      case 'set_priority':
        return t(`conversations.priority_${effect.priority}`)
      case 'assign':
        return [nameOf(references.members, effect.member_id), nameOf(references.teams, effect.team_id)]
          .filter(Boolean)
          .join(', ')
      case 'note':
        return effect.body
      case 'rate':
        return `${effect.score}/5`
      case 'email_team':
        return [effect.subject, effect.body].filter(Boolean).join(' – ')
      case 'hand_over':
        return effect.text
      case 'set_timer':
        return formats.dateTime(effect.at)
      case 'run_scenario':
        return nameOf(references.scenarios, effect.scenario_id)
      default:
        return ''
    }
  }
  const text = details()
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {t(`scenarios.effect_${effect.kind}`)}
      {text && `: ${text}`}
    </p>
  )
}
