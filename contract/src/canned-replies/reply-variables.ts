/** What a canned reply may name; each is known where it is written, or empty. */
export const replyVariables = ['contact.name', 'member.name', 'member.signature', 'workspace.name'] as const
export type ReplyVariable = (typeof replyVariables)[number]

const place = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g

/** Fills the places of a reply: `{{contact.name|there}}` is the name, or `there` where none is known. */
export const fillVariables = (body: string, values: Record<ReplyVariable, string | null>): string =>
  body.replace(place, (whole, name: string, fallback = '') => {
    const variable = replyVariables.find((each) => each === name)
    // Something of the writer's own, which only looks like a place.
    if (!variable) return whole
    return values[variable]?.trim() || fallback.trim()
  })
