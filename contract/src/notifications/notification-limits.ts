/** The most notifications in a member's list; only the newest are kept. */
export const notificationsMax = 50
