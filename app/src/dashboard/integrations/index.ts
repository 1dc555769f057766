export {
  createWorkspace,
  findWorkspaces,
  finishOnboarding,
  dismissSetupChecklist,
  updateWorkspace,
  useIntegration,
} from './data.ts'
export { importWebsiteLogo } from './logo-data.ts'
export { NameChips } from './name-chips.tsx'
export { WorkspaceAvatar } from './workspace-avatar.tsx'
export { workspaceActivity } from './activity.ts'
