/** The channel to the visitor's other tabs; browsers without storage may refuse it. */
export function openTabs(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
