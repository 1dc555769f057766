/** All open pages of the workspace's members. */
export const workspaceChannel = ({ integration_id }: { integration_id: string }): string =>
  `presence-integration.${integration_id}`
/** For members who have the conversation open. */
export const conversationChannel = ({ conversation_id }: { conversation_id: string }): string =>
  `presence-conversation.${conversation_id}`
/** All open pages of one visitor. */
export const visitorChannel = ({ visitor_id }: { visitor_id: string }): string =>
  `private-visitor.${visitor_id}`
