import { emailSubjectCharsMax, type StepOf } from '../flow.ts'
import { edge, type Reference, type ReferenceKind, type StepType } from './step-type.ts'

/*
 * Steps that change the contact, the conversation or a variable and continue.
 */

const fieldReferences: Record<StepOf<'set_field'>['target'], ReferenceKind> = {
  variable: 'variable',
  contact: 'contact_field',
  conversation: 'conversation_custom_field',
}
const valueCharsMax = 500
export const setField: StepType<StepOf<'set_field'>> = {
  edges: ({ next }) => [edge('next', next)],
  templates: ({ value }) => [{ path: 'value', text: value }],
  references: ({ target, name }) =>
    name === '' ? [] : [{ kind: fieldReferences[target], name, path: 'name' }],
  missing: ({ name }) => (name === '' ? ['name'] : []),
  enter({ target, name, value: template, next }, turn) {
    const value = turn.render(template, valueCharsMax).trim() || null
    if (target === 'variable') turn.setVariable(name, value)
    else if (target === 'contact') turn.setContactField(name, value)
    else turn.setConversationField(name, value)
    return { to: next }
  },
}
export const addTags: StepType<StepOf<'add_tags'>> = {
  edges: ({ next }) => [edge('next', next)],
  references: ({ tag_ids }) =>
    tag_ids.map((name, index) => ({ kind: 'tag', name, path: `tag_ids.${index}` })),
  missing: ({ tag_ids }) => (tag_ids.length === 0 ? ['tag_ids'] : []),
  enter({ tag_ids, next }, turn) {
    if (tag_ids.length > 0) turn.addTags([...tag_ids])
    return { to: next }
  },
}
export const setPriority: StepType<StepOf<'set_priority'>> = {
  edges: ({ next }) => [edge('next', next)],
  enter({ priority, next }, turn) {
    turn.changeConversation({ kind: 'set_priority', priority }, { priority })
    return { to: next }
  },
}
export const assign: StepType<StepOf<'assign'>> = {
  edges: ({ next }) => [edge('next', next)],
  references: ({ member_id, team_id }) => [
    ...(member_id === null ? [] : [{ kind: 'member' as const, name: member_id, path: 'member_id' }]),
    ...(team_id === null ? [] : [{ kind: 'team' as const, name: team_id, path: 'team_id' }]),
  ],
  missing: ({ member_id, team_id }) => (member_id === null && team_id === null ? ['member_id'] : []),
  enter({ member_id, team_id, next }, turn) {
    if (member_id !== null || team_id !== null)
      turn.changeConversation(
        { kind: 'assign', member_id, team_id },
        team_id === null ? {} : { team: team_id },
      )
    return { to: next }
  },
}
export const note: StepType<StepOf<'note'>> = {
  edges: ({ next }) => [edge('next', next)],
  templates: ({ body }) => [{ path: 'body', text: body }],
  missing: ({ body }) => (body === '' ? ['body'] : []),
  enter({ body: template, next }, turn) {
    const body = turn.render(template).trim()
    if (body !== '') turn.addEffect({ kind: 'note', body })
    return { to: next }
  },
}
export const emailTeam: StepType<StepOf<'email_team'>> = {
  edges: ({ next }) => [edge('next', next)],
  templates: ({ subject, body }) => [
    { path: 'subject', text: subject },
    { path: 'body', text: body },
  ],
  references: ({ member_ids, team_id }): Reference[] => [
    ...member_ids.map((name, index) => ({ kind: 'member' as const, name, path: `member_ids.${index}` })),
    ...(team_id === null ? [] : [{ kind: 'team' as const, name: team_id, path: 'team_id' }]),
  ],
  missing: ({ member_ids, team_id, subject }) => [
    ...(member_ids.length === 0 && team_id === null ? ['member_ids'] : []),
    ...(subject === '' ? ['subject'] : []),
  ],
  enter({ member_ids, team_id, subject, body, next }, turn) {
    const sent = {
      // What a customer wrote can't add lines to the head of an email.
      subject: turn.render(subject, emailSubjectCharsMax).replace(/\s+/g, ' ').trim(),
      body: turn.render(body).trim(),
    }
    if (sent.subject !== '' && (member_ids.length > 0 || team_id !== null))
      turn.addEffect({ kind: 'email_team', member_ids: [...member_ids], team_id, ...sent })
    return { to: next }
  },
}
