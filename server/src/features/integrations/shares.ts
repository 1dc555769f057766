/**
 * What the sockets of one workspace are counted and ended by: those of its team and those of its visitors are apart,
 * so that visitors cannot take the places of the team.
 */
export const teamShare = (integration_id: string): string => `team:${integration_id}`
export const visitorShare = (integration_id: string): string => `visitors:${integration_id}`
