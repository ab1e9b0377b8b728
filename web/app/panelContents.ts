import type { ComponentType } from 'react'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { NotLoadedPanel } from './FaultPage.tsx'
import type { Menu } from './menus.ts'
import type { Panel } from './panels.tsx'

const panel = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyComponent(load, name, NotLoadedPanel)

/** The content of each menu value. Its code is loaded when it is first opened, beside that of the page. */
export const panelContents: Record<Menu, ComponentType<Partial<Panel>> & { preload: () => Promise<void> }> = {
  students: panel(() => import('../students/StudentsPanel.tsx'), 'StudentsPanel'),
  duplicates: panel(() => import('../students/duplicates/DuplicatesPanel.tsx'), 'DuplicatesPanel'),
  users: panel(() => import('../users/UsersPanel.tsx'), 'UsersPanel'),
  letters: panel(() => import('../letters/LettersPanel.tsx'), 'LettersPanel'),
  academics: panel(() => import('../records/RecordsPanel.tsx'), 'AcademicsPanel'),
  finance: panel(() => import('../records/RecordsPanel.tsx'), 'FinancePanel'),
  gallery: panel(() => import('../gallery/GalleryPanel.tsx'), 'GalleryPanel'),
  profile: panel(() => import('../profile/ProfilePanel.tsx'), 'ProfilePanel'),
  notification: panel(() => import('../notifications/NotificationsPanel.tsx'), 'NotificationsPanel'),
  missing: panel(() => import('../missing/MissingPanel.tsx'), 'MissingPanel'),
  schools: panel(() => import('../schools/SchoolsPanel.tsx'), 'SchoolsPanel'),
  cluster: panel(() => import('../reports/ClusterReportPanel.tsx'), 'ClusterReportPanel'),
  supporter: panel(() => import('../reports/SupportersReportPanel.tsx'), 'SupportersReportPanel'),
  academicsRep: panel(() => import('../reports/AnnualReport.tsx'), 'AnnualAcademicPanel'),
  financeRep: panel(() => import('../reports/AnnualReport.tsx'), 'AnnualFinancePanel'),
  gradeScale: panel(() => import('../lookups/GradeScalePanel.tsx'), 'GradeScalePanel'),
  consents: panel(() => import('../privacy/consents/page/ConsentsPanel.tsx'), 'ConsentsPanel'),
  requests: panel(() => import('../privacy/requests/RequestsPanel.tsx'), 'RequestsPanel'),
  retention: panel(() => import('../privacy/retention/RetentionPanel.tsx'), 'RetentionPanel'),
  backup: panel(() => import('../backup/BackupPanel.tsx'), 'BackupPanel'),
  signIn: panel(() => import('../identity/signInRule/SignInPanel.tsx'), 'SignInPanel'),
  security: panel(() => import('../identity/security/SecurityPanel.tsx'), 'SecurityPanel'),
  secondStep: panel(() => import('../identity/setup/SetUpPanel.tsx'), 'SetUpPanel'),
  import: panel(() => import('../imports/ImportPanel.tsx'), 'ImportPanel'),
}
