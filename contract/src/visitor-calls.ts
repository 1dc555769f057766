/** The most conversations a visitor's list contains: the newest. */
export const visitorConversationsMax = 50

/**
 * Method and path of every call a visitor may make. Plain strings, so that the widget can speak them
 * without carrying a validator to customers' pages; `visitors.ts` adds the schemas.
 */
export const visitorCalls = {
  openVisitorSession: { method: 'POST', path: '/api/visitor/session' },
  listVisitorConversations: { method: 'GET', path: '/api/visitor/conversation' },
  listVisitorMessages: { method: 'GET', path: '/api/visitor/conversation/:conversation_id/message' },
  sendVisitorMessage: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/message' },
  uploadVisitorFile: { method: 'POST', path: '/api/visitor/file' },
  requestPerson: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/hand-over' },
  rateConversation: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/rating' },
  markVisitorSeen: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/seen' },
  markVisitorDelivered: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/delivered' },
  setVisitorTyping: { method: 'POST', path: '/api/visitor/conversation/:conversation_id/typing' },
  describeVisitor: { method: 'PUT', path: '/api/visitor/contact' },
  recordPageVisit: { method: 'POST', path: '/api/visitor/page' },
  openReplyLink: { method: 'POST', path: '/api/reply-link/open' },
  sendLinkReply: { method: 'POST', path: '/api/reply-link/message' },
  endVisitorSession: { method: 'POST', path: '/api/visitor/session/end' },
} as const

/** What may be sent along with a message, on both sides. */
export const fileLimits = {
  /** Of one file. */
  bytes_max: 10 * 1024 * 1024,
  /** Of one message. */
  files_max: 10,
  /** Endings that are taken; what a file is, its bytes decide. */
  endings: [
    ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'pdf', 'txt', 'md', 'csv', 'log', 'json', 'rtf', 'zip'],
    ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp'],
    ...['mp3', 'm4a', 'ogg', 'wav', 'mp4', 'mov', 'webm'],
  ],
} as const
/** Where a visitor's own files, and those sent to them, are read with their token. */
export const visitorFilePath = (file_id: string) => `/api/visitor/file/${file_id}`
