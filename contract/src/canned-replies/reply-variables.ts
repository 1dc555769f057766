/** Variables of canned replies; a variable without a value is empty. */
export const replyVariables = ['contact.name', 'member.name', 'member.signature', 'workspace.name'] as const
export type ReplyVariable = (typeof replyVariables)[number]

const placeholder = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g

/**
 * Replaces the variables of a reply: `{{contact.name|there}}` becomes the name, or `there` if it is unknown.
 */
export const fillVariables = (body: string, values: Record<ReplyVariable, string | null>): string =>
  body.replace(placeholder, (match, name: string, fallback = '') => {
    const variable = replyVariables.find((each) => each === name)
    // Text in braces that isn't a variable.
    if (!variable) return match
    return values[variable]?.trim() || fallback.trim()
  })
