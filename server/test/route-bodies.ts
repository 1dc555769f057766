import { hour_ms } from '@ozvi/contract'

/** What bodies name that has to be there. */
export interface ExistingIds {
  conversation_id: string
  contact_id: string
}

const someDraft = () => ({ author_id: crypto.randomUUID(), mode: 'note', text: 'x' })

const someQuestion = () => ({ question: 'x', answer: 'x' })
const someReply = () => ({ shortcut: crypto.randomUUID().slice(0, 8), title: 'X', body: 'x' })

/** Valid bodies for writes with required fields, so that a request passes validation. */
export const bodyOf: Record<string, (ids: ExistingIds) => object> = {
  '/api/integration': () => ({ name: 'X', url: 'https://x.example' }),
  '/api/integration/:integration_id/retention': () => ({ keep_days: null }),
  '/api/integration/:integration_id/report-email': () => ({ frequency: 'weekly', day: 1, time_zone: null }),
  '/api/integration/:integration_id/onboarding': () => ({ step: 'look' }),
  '/api/integration/:integration_id/identity': () => ({ mode: 'optional' }),
  '/api/integration/:integration_id/identity/check': () => ({ token: 'x' }),
  '/api/website-facts': () => ({ url: 'http://10.0.0.1/' }),
  '/api/integration/:integration_id/role': () => ({ name: 'x', base_role: 'viewer', withheld: [] }),
  '/api/integration/user-invite': () => ({ email: `x-${crypto.randomUUID()}@example.com` }),
  '/api/integration/:integration_id/conversation/:conversation_id/message': () => ({
    id: crypto.randomUUID(),
    body: 'x',
  }),
  '/api/integration/:integration_id/conversation/:conversation_id/scheduled': () => ({
    id: crypto.randomUUID(),
    body: 'x',
    send_at: new Date(Date.now() + hour_ms).toISOString(),
  }),
  '/api/integration/:integration_id/conversation/:conversation_id/draft': () => ({
    mode: 'note',
    text: 'x',
    changed_at: new Date().toISOString(),
  }),
  '/api/integration/:integration_id/conversation/:conversation_id/draft/take': () => someDraft(),
  '/api/integration/:integration_id/conversation/:conversation_id/draft/return': () => someDraft(),
  '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id': () => ({ body: 'x' }),
  '/api/integration/:integration_id/conversation/:conversation_id/status': () => ({ status: 'resolved' }),
  '/api/integration/:integration_id/conversation/:conversation_id/assign': () => ({ assignee_id: null }),
  '/api/integration/:integration_id/conversation/:conversation_id/tags': () => ({ add: [], remove: [] }),
  '/api/integration/:integration_id/conversation/:conversation_id/fields': () => ({ fields: {} }),
  '/api/integration/:integration_id/conversation/:conversation_id/priority': () => ({ priority: 'high' }),
  '/api/integration/:integration_id/contact/:contact_id/conversation': () => ({ id: crypto.randomUUID() }),
  '/api/integration/:integration_id/contact/:contact_id/merge': () => ({
    id: crypto.randomUUID(),
    into_id: crypto.randomUUID(),
  }),
  '/api/integration/:integration_id/conversation/:conversation_id/merge': () => ({
    id: crypto.randomUUID(),
    into_id: crypto.randomUUID(),
  }),
  '/api/integration/:integration_id/conversation/:conversation_id/split': () => ({
    id: crypto.randomUUID(),
    message_id: crypto.randomUUID(),
  }),
  '/api/integration/:integration_id/conversation/:conversation_id/macro': () => ({
    id: crypto.randomUUID(),
    macro_id: crypto.randomUUID(),
  }),
  '/api/integration/:integration_id/macro/:macro_id': () => ({
    name: crypto.randomUUID(),
    actions: [{ kind: 'priority', priority: 'high' }],
    is_shared: false,
  }),
  '/api/integration/:integration_id/unanswered-question/:question_id/dismissed': () => ({
    is_dismissed: true,
  }),
  '/api/integration/:integration_id/suggestion/:suggestion_id/canned-reply': someReply,
  '/api/integration/:integration_id/suggestion/:suggestion_id/canned-reply/accept': someReply,
  '/api/integration/:integration_id/suggestion/:suggestion_id/question': someQuestion,
  '/api/integration/:integration_id/suggestion/:suggestion_id/question/accept': someQuestion,
  '/api/integration/:integration_id/saved-view/:saved_view_id': () => ({
    name: crypto.randomUUID(),
    is_shared: false,
    filter: { locale: 'sk' },
  }),
  '/api/integration/:integration_id/contact-segment/:saved_view_id': () => ({
    name: crypto.randomUUID(),
    is_shared: false,
    filter: { rules: 'visits.greater.1' },
  }),
  '/api/integration/:integration_id/contact-columns': () => ({ columns: ['tags'] }),
  '/api/integration/:integration_id/saved-view-order': () => ({ ids: [] }),
  '/api/integration/:integration_id/rule/:rule_id': () => ({
    name: 'X',
    event: 'customer_message',
    actions: [{ kind: 'set_priority', priority: 'high' }],
  }),
  '/api/integration/:integration_id/rule-dry-run': () => ({ event: 'customer_message' }),
  '/api/integration/:integration_id/hubspot/connection': () => ({ code: 'x', state: 'x' }),
  '/api/integration/:integration_id/hubspot/properties': () => ({ properties: ['jobtitle'] }),
  '/api/integration/:integration_id/hubspot/settings': () => ({ sends_notes: true }),
  '/api/integration/:integration_id/single-sign-on/domain': () => ({
    name: `${crypto.randomUUID()}.example.org`,
  }),
  '/api/integration/:integration_id/rule-order': () => ({ ids: [] }),
  '/api/integration/:integration_id/scenario/:scenario_id': () => ({
    name: 'X',
    flow: {
      trigger: { kind: 'manual' },
      locales: ['en'],
      start_step_id: 'hello',
      steps: [{ id: 'hello', kind: 'message', text: { en: 'X' } }],
    },
  }),
  '/api/integration/:integration_id/conversation/:conversation_id/scenario-run': () => ({
    scenario_id: crypto.randomUUID(),
  }),
  '/api/integration/:integration_id/scenario-secret/:secret_name': () => ({
    origin: 'https://example.com',
    value: 'X',
  }),
  '/api/integration/:integration_id/scenario-order': () => ({ ids: [] }),
  '/api/integration/:integration_id/scenario/:scenario_id/case/:case_id': () => ({
    name: 'X',
    persona: { locale: 'en', now: '2026-11-24T09:00:00.000Z' },
    inputs: [{ kind: 'started', text: 'Hello' }],
    checks: [{ kind: 'status', status: 'completed' }],
  }),
  '/api/integration/:integration_id/bulk-action': ({ conversation_id }) => ({
    id: crypto.randomUUID(),
    change: { kind: 'priority', priority: 'high' },
    conversation_ids: [conversation_id],
  }),
  '/api/integration/:integration_id/contact-bulk-action': ({ contact_id }) => ({
    id: crypto.randomUUID(),
    change: { kind: 'contact_tags', add: [], remove: [] },
    contact_ids: [contact_id],
  }),
  '/api/integration/:integration_id/copilot/rewrite': () => ({ text: 'x', kind: 'correct', locale: 'en' }),
  '/api/integration/:integration_id/conversation/:conversation_id/copilot/summary': () => ({ locale: 'en' }),
  '/api/integration/:integration_id/tag': () => ({ name: `T ${crypto.randomUUID().slice(0, 8)}` }),
  '/api/integration/:integration_id/tag/:tag_id': () => ({ color: 'blue' }),
  '/api/integration/:integration_id/tag/:tag_id/merge': () => ({ into_id: crypto.randomUUID() }),
  '/api/integration/:integration_id/conversation/:conversation_id/assign-team': () => ({ team_id: null }),
  '/api/integration/:integration_id/conversation/:conversation_id/seen': () => ({ seq: 1 }),
  '/api/integration/:integration_id/conversation/:conversation_id/typing': () => ({ is_typing: true }),
  '/api/integration/:integration_id/data-source/api': () => ({ id: crypto.randomUUID(), name: 'x' }),
  '/api/integration/:integration_id/answer-test/:answer_test_id': () => ({
    question: 'x',
    locale: 'en',
    expected_text: 'x',
  }),
  '/api/integration/:integration_id/answer-test/import': () => ({ text: 'x,/x', locale: 'en' }),
  '/api/integration/:integration_id/conversation/:conversation_id/copilot/translation': () => ({
    locale: 'en',
  }),
  '/api/document': () => ({ documents: [{ external_id: 'x', title: 'x', text: 'x' }] }),
  '/api/document/delete': () => ({ external_ids: ['x'] }),
  '/api/integration/:integration_id/data-source/:source_id/folder': () => ({
    path: 'https://x.example/',
    is_enabled: false,
  }),
  '/api/integration/:integration_id/data-source/:source_id/item/:item_id': () => ({ is_enabled: false }),
  '/api/integration/:integration_id/contact/:contact_id': () => ({ name: 'X' }),
  '/api/integration/:integration_id/contact/:contact_id/block': () => ({ until: null }),
  '/api/integration/:integration_id/contact/:contact_id/note': () => ({ id: crypto.randomUUID(), body: 'x' }),
  '/api/integration/:integration_id/contact/:contact_id/note/:note_id': () => ({ body: 'x' }),
  '/api/integration/:integration_id/contact-import/:import_id/check': () => ({
    columns: ['email'],
    match_by: 'email',
    on_existing: 'skip',
  }),
  '/api/integration/:integration_id/contact-import/:import_id/start': () => ({
    columns: ['email'],
    match_by: 'email',
    on_existing: 'skip',
  }),
  '/api/integration/:integration_id/contact-field': () => ({ name: crypto.randomUUID(), type: 'text' }),
  '/api/integration/:integration_id/push-device': () => ({
    endpoint: 'https://push.example/x',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),
  '/api/visitor/conversation/:conversation_id/message': () => ({
    id: crypto.randomUUID(),
    body: 'x',
    locale: 'en',
  }),
  '/api/visitor/conversation/:conversation_id/scenario-run': () => ({
    scenario_id: crypto.randomUUID(),
    locale: 'en',
    page: { url: 'https://shop.example/', title: 'Shop' },
  }),
  '/api/visitor/conversation/:conversation_id/rating': () => ({ id: crypto.randomUUID(), score: 5 }),
  '/api/visitor/conversation/:conversation_id/transcript': () => ({ email: 'x@example.com', locale: 'en' }),
  '/api/visitor/conversation/:conversation_id/delivered': () => ({ seq: 1 }),
  '/api/visitor/conversation/:conversation_id/seen': () => ({ seq: 1 }),
  '/api/visitor/conversation/:conversation_id/typing': () => ({ is_typing: true }),
}
