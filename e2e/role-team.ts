import type { Browser, BrowserContext, Page } from 'playwright-core'
import { watchConsole } from './app-server.ts'
import type { commonAppServer } from './common-app-server.ts'
import { askAsVisitor, callerIn, createTestUser, publicKeyOf } from './test-user.ts'

export const roles = ['owner', 'admin', 'editor', 'agent', 'viewer'] as const
type Role = (typeof roles)[number]
interface Member {
  context: BrowserContext
  page: Page
  complaints: string[]
}

/** A workspace with a member of each role and two conversations that were handed over. */
export async function createRoleTeam(appServer: ReturnType<typeof commonAppServer>, browser: Browser) {
  // Each role is set below.
  const team = {} as Record<Role, Member>
  let workspace = ''
  for (const role of roles) {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const email = `${role}@green-bean.example`
    if (role === 'owner') workspace = await createTestUser(appServer, context, email, 'Olga owner')
    else {
      await createTestUser(appServer, context, email, `Member ${role}`)
      const invited = await callerIn(appServer, team.owner.context)('PUT', '/api/integration/user-invite', {
        email,
        role,
      })
      await callerIn(appServer, context)('POST', '/api/invitation/accept', { invitation_id: invited.data.id })
    }
    team[role] = { context, page: await context.newPage(), complaints }
  }
  const conversations = [crypto.randomUUID(), crypto.randomUUID()] as const
  // Nothing is indexed yet, so both questions are handed over.
  const questions = conversations.map((conversation_id, index) => ({
    conversation_id,
    body: `Question ${index + 1}: is the shop open on Sunday?`,
  }))
  await askAsVisitor(appServer, await publicKeyOf(appServer, team.owner.context, workspace), questions)
  return { team, conversations, base: `${appServer.origin}/en/app/i/${workspace}` }
}
