import type { CrmStore } from './hubspot-objects.ts'
import { button, escapeHtml, htmlPage, link, type PageReply } from './page.ts'

/** The part of the fake account that its pages use. */
interface Account {
  url: string
  webhook_url: string
  crm: CrmStore
  grant: (authorization_url: string) => URL
  revokeAll: () => void
  delivery: (url: string, events: object[]) => { body: string; headers: Record<string, string> }
}

/** Where a person agrees that an app is connected, or denies it. */
function authorization(hubspot: Account, url: URL): PageReply {
  const denied = new URL(url.searchParams.get('redirect_uri') ?? hubspot.url)
  denied.searchParams.set('error', 'access_denied')
  denied.searchParams.set('state', url.searchParams.get('state') ?? '')
  const links = [link(hubspot.grant(url.href).href, 'Connect app'), link(denied.href, 'Cancel')]
  return htmlPage('Connect Ozvi', `<p>${links.join(' ')}</p>`)
}

/** Sends events to `webhook_url`, if it is set. Lost if the server doesn't answer. */
async function announce(hubspot: Account, event: object): Promise<void> {
  const { webhook_url } = hubspot
  if (!webhook_url) return
  const { body, headers } = hubspot.delivery(webhook_url, [event])
  await fetch(webhook_url, { method: 'POST', headers, body }).catch(() => undefined)
}

/** The contacts of the account. A phone number that is changed here is announced to the app. */
async function contacts(hubspot: Account, form: URLSearchParams): Promise<PageReply> {
  const [id, phone] = [form.get('id'), form.get('phone')]
  if (form.get('act') === 'revoke') hubspot.revokeAll()
  else if (id !== null && phone !== null) {
    hubspot.crm.update('contacts', id, { phone })
    await announce(hubspot, {
      subscriptionType: 'contact.propertyChange',
      objectId: Number(id),
      propertyName: 'phone',
      propertyValue: phone,
    })
  } else {
    const rows = [...hubspot.crm.all('contacts').values()]
      .filter(({ archived }) => !archived)
      .map(({ id: row, properties }) => {
        const [name, mail, number] = ['firstname', 'email', 'phone'].map((each) =>
          escapeHtml(properties[each] ?? ''),
        )
        return (
          `<form method="post"><input type="hidden" name="id" value="${row}">${name} ${mail} ` +
          `<input name="phone" aria-label="Phone number of ${name}" value="${number}"> <button>Save</button></form>`
        )
      })
    return htmlPage('Contacts', rows.join('') + button('revoke', 'Disconnect all apps'))
  }
  return { location: '/' }
}

/** @returns undefined for an address of the API */
export async function hubspotPage(hubspot: Account, url: URL, text: string): Promise<PageReply | undefined> {
  if (url.pathname === '/oauth/authorize') return authorization(hubspot, url)
  if (url.pathname === '/') return contacts(hubspot, new URLSearchParams(text))
  return undefined
}
