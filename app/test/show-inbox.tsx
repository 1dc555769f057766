import type { Locale } from '@ozvi/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createRoutesStub, Outlet } from 'react-router'
import { setAppTranslator } from '#platform/i18n/app-translator.ts'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { queryClient } from '#platform/calls/query-client.ts'
import { sessionQuery, SignedIn } from '#platform/session/session.tsx'
import { ShellCommands } from '#dashboard/shell'
import { OverlayHost } from '#ui/overlays.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'
import ConversationPage from '../src/dashboard/conversations/conversation/conversation-page.tsx'
import InboxLayout from '../src/dashboard/conversations/layout/inbox-layout.tsx'
import NoConversationPage from '../src/dashboard/conversations/layout/no-conversation-page.tsx'
import { eva, greenBean, rootData } from './fixtures.ts'
import { translators } from './render.tsx'

/** The inbox at a path below `/conversation`, with Eva signed in. */
export function showInbox({
  at = '',
  role = 'owner',
  conversation_access = 'all',
  locale = 'en',
}: { at?: string; locale?: Locale } & Partial<Pick<typeof greenBean, 'role' | 'conversation_access'>> = {}) {
  setAppTranslator(translators[locale])
  const user = { ...eva, integrations: [{ ...greenBean, role, conversation_access }] }
  queryClient.setQueryData(sessionQuery.queryKey, { user, is_unverified: false })
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/en/app/i/:integrationId',
      Component: () => (
        <>
          <ShellCommands integrationId={greenBean.id} integration={user.integrations[0]} />
          <Outlet />
          <OverlayHost />
        </>
      ),
      children: [
        {
          Component: InboxLayout,
          children: [
            { path: 'conversation', Component: NoConversationPage },
            { path: 'conversation/:id', Component: ConversationPage },
          ],
        },
      ],
    },
  ])
  return render(
    <TranslatorProvider value={translators[locale]}>
      <QueryClientProvider client={queryClient}>
        <SignedIn>
          <TooltipProvider>
            <Stub
              initialEntries={[`/en/app/i/${greenBean.id}/conversation${at}`]}
              hydrationData={{ loaderData: { root: rootData } }}
            />
            <Toaster />
          </TooltipProvider>
        </SignedIn>
      </QueryClientProvider>
    </TranslatorProvider>,
  )
}
