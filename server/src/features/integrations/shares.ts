/**
 * The keys sockets of one workspace are counted and closed by. Team and visitors are separate, so that
 * visitors can't use up the team's connections.
 */
export const teamShare = (integration_id: string): string => `team:${integration_id}`
export const visitorShare = (integration_id: string): string => `visitors:${integration_id}`
