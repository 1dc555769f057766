/** Shorter ids are placeholders in addresses, never workspaces. The server doesn't activate them either. */
export const integrationIdCharsMin = 5

/** The first word of the name, or the part of the email before the `@`. */
export function agentName(user: { name: string; email: string }): string {
  return user.name.trim().split(/\s+/)[0] || (user.email.split('@')[0] ?? '')
}
