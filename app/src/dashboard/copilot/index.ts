export { CopilotMenu } from './copilot-menu.tsx'
