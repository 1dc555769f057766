/** Webmail URLs of well-known domains. */
const webmail: Record<string, { name: string; url: string }> = {
  'gmail.com': { name: 'Gmail', url: 'https://mail.google.com/' },
  'googlemail.com': { name: 'Gmail', url: 'https://mail.google.com/' },
  'outlook.com': { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
  'hotmail.com': { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
  'yahoo.com': { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' },
  'icloud.com': { name: 'iCloud Mail', url: 'https://www.icloud.com/mail' },
  'seznam.cz': { name: 'Seznam Email', url: 'https://email.seznam.cz/' },
  'azet.sk': { name: 'Azet', url: 'https://emailnew.azet.sk/' },
  'centrum.sk': { name: 'Centrum', url: 'https://mail.centrum.sk/' },
  'zoznam.sk': { name: 'Zoznam', url: 'https://mail.zoznam.sk/' },
}
export const webmailOf = (email: string) => webmail[email.split('@')[1]?.toLowerCase() ?? '']
