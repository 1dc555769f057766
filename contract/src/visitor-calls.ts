/**
 * Method and path of every call a visitor may make. Plain strings, so that the widget can speak them
 * without carrying a validator to customers' pages; `visitors.ts` adds the schemas.
 */
export const visitorCalls = {
  openVisitorSession: { method: 'POST', path: '/api/visitor/session' },
  listVisitorConversations: { method: 'GET', path: '/api/visitor/conversation' },
  listVisitorMessages: { method: 'GET', path: '/api/visitor/conversation/:conversation_id/message' },
  sendVisitorMessage: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/message' },
  askForPerson: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/hand-over' },
  rateConversation: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/rating' },
  markVisitorSeen: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/seen' },
  setVisitorTyping: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/typing' },
  describeVisitor: { method: 'PUT', path: '/api/visitor/contact' },
  recordPageVisit: { method: 'POST', path: '/api/visitor/page' },
  endVisitorSession: { method: 'POST', path: '/api/visitor/session/end' },
} as const
