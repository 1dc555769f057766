/** The channel to the visitor's other tabs; browsers that block storage may not have it. */
export function openTabs(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
