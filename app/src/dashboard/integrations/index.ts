export {
  createWorkspace,
  findWorkspaces,
  finishOnboarding,
  hideSetupChecklist,
  updateWorkspace,
  integrationAhead,
  integrationAt,
  useIntegration,
} from './data.ts'
export { takeWebsiteLogo } from './logo-data.ts'
export { NameChips } from './name-chips.tsx'
export { WorkspaceAvatar } from './workspace-avatar.tsx'
