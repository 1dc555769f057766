import { hubspotStepValueCharsMax, hubspotSubjectCharsMax, type StepOf } from '../flow.ts'
import { edge, type StepType } from './step-type.ts'
import type { Move, Turn } from '../turn.ts'

/*
 * Steps that write to the connected HubSpot account. They wait for its response like any other request.
 */

function receive({ ok, failed }: { ok: string | null; failed: string | null }, turn: Turn): Move {
  const { input, state } = turn
  if (input.kind !== 'http_result' || state.awaiting !== 'http') return 'stay'
  return { to: input.ok ? ok : failed }
}

export const hubspotContact: StepType<StepOf<'hubspot_contact'>> = {
  needs: 'hubspot',
  edges: ({ ok, failed }) => [edge('ok', ok), edge('failed', failed)],
  templates: ({ properties }) =>
    properties.map(({ value }, index) => ({ path: `properties.${index}.value`, text: value })),
  missing: ({ properties }) =>
    properties.length === 0
      ? ['properties']
      : properties.flatMap(({ property }, index) =>
          property === '' ? [`properties.${index}.property`] : [],
        ),
  enter(step, turn) {
    const properties = step.properties
      .filter(({ property }) => property !== '')
      .map(({ property, value }) => ({
        name: property,
        value: turn.render(value, hubspotStepValueCharsMax).trim(),
      }))
    turn.addEffect({ kind: 'hubspot_contact', step_id: step.id, key: turn.keyOf(step), properties })
    return turn.wait('http')
  },
  receive,
}

export const hubspotTicket: StepType<StepOf<'hubspot_ticket'>> = {
  needs: 'hubspot_tickets',
  edges: ({ ok, failed }) => [edge('ok', ok), edge('failed', failed)],
  templates: ({ subject, content }) => [
    { path: 'subject', text: subject },
    { path: 'content', text: content },
  ],
  missing: ({ subject }) => (subject === '' ? ['subject'] : []),
  enter(step, turn) {
    turn.addEffect({
      kind: 'hubspot_ticket',
      step_id: step.id,
      key: turn.keyOf(step),
      subject: turn.render(step.subject, hubspotSubjectCharsMax).replace(/\s+/g, ' ').trim(),
      content: turn.render(step.content).trim(),
    })
    return turn.wait('http')
  },
  receive,
}
