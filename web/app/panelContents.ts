import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Menu } from './menus.ts'

/** The content of each menu value. Its code is loaded when it is first opened, beside that of the page. */
export const panelContents: Record<Menu, ComponentType & { preload?: () => Promise<unknown> | undefined }> = {
  students: lazyRouteComponent(() => import('../students/StudentsPanel.tsx'), 'StudentsPanel'),
  duplicates: lazyRouteComponent(
    () => import('../students/duplicates/DuplicatesPanel.tsx'),
    'DuplicatesPanel',
  ),
  users: lazyRouteComponent(() => import('../users/UsersPanel.tsx'), 'UsersPanel'),
  letters: lazyRouteComponent(() => import('../letters/LettersPanel.tsx'), 'LettersPanel'),
  academics: lazyRouteComponent(() => import('../records/RecordsPanel.tsx'), 'AcademicsPanel'),
  finance: lazyRouteComponent(() => import('../records/RecordsPanel.tsx'), 'FinancePanel'),
  gallery: lazyRouteComponent(() => import('../gallery/GalleryPanel.tsx'), 'GalleryPanel'),
  profile: lazyRouteComponent(() => import('../profile/ProfilePanel.tsx'), 'ProfilePanel'),
  notification: lazyRouteComponent(
    () => import('../notifications/NotificationsPanel.tsx'),
    'NotificationsPanel',
  ),
  missing: lazyRouteComponent(() => import('../notifications/missing/MissingPanel.tsx'), 'MissingPanel'),
  schools: lazyRouteComponent(() => import('../schools/SchoolsPanel.tsx'), 'SchoolsPanel'),
  cluster: lazyRouteComponent(() => import('../reports/ClusterReportPanel.tsx'), 'ClusterReportPanel'),
  supporter: lazyRouteComponent(
    () => import('../reports/SupportersReportPanel.tsx'),
    'SupportersReportPanel',
  ),
  academicsRep: lazyRouteComponent(() => import('../reports/AnnualReport.tsx'), 'AnnualAcademicPanel'),
  financeRep: lazyRouteComponent(() => import('../reports/AnnualReport.tsx'), 'AnnualFinancePanel'),
  gradeScale: lazyRouteComponent(() => import('../lookups/GradeScalePanel.tsx'), 'GradeScalePanel'),
  consents: lazyRouteComponent(() => import('../consents/page/ConsentsPanel.tsx'), 'ConsentsPanel'),
  requests: lazyRouteComponent(() => import('../rights/requests/RequestsPanel.tsx'), 'RequestsPanel'),
  retention: lazyRouteComponent(() => import('../rights/retention/RetentionPanel.tsx'), 'RetentionPanel'),
  backup: lazyRouteComponent(() => import('../backup/BackupPanel.tsx'), 'BackupPanel'),
  signIn: lazyRouteComponent(() => import('../account/signIn/SignInPanel.tsx'), 'SignInPanel'),
  security: lazyRouteComponent(() => import('../account/security/SecurityPanel.tsx'), 'SecurityPanel'),
  secondStep: lazyRouteComponent(() => import('../account/setup/SetUpPanel.tsx'), 'SetUpPanel'),
  import: lazyRouteComponent(() => import('../imports/ImportPanel.tsx'), 'ImportPanel'),
}
