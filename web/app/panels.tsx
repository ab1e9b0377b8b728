import {
  IconArchive,
  IconCopy,
  IconHeartHandshake,
  IconListSearch,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconNotebook,
  IconPhoto,
  IconReceipt,
  IconReportAnalytics,
  IconReportMoney,
  IconRuler2,
  IconSchool,
  IconShieldCheck,
  IconShieldLock,
  IconSignature,
  IconTableImport,
  IconUser,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType } from 'react'
import { ProfileSkeleton } from '../profile/ProfileSkeleton.tsx'
import type { Menu } from './menus.ts'

export type Panel = {
  /** Its name in the navigation and in the browser's tab. */
  title: string
  /** Its heading if it differs from the title; empty if it is a student's name. */
  heading?: string
  /** Its skeleton while its code loads, if that is not a list. */
  Skeleton?: ComponentType
  Icon: TablerIcon
  Content: ComponentType
}

/** What each menu value shows. A panel is loaded when it is first opened. */
export const panels: Record<Menu, Panel> = {
  students: {
    title: 'Students',
    Icon: IconUsersGroup,
    Content: lazyRouteComponent(() => import('../students/StudentsPanel.tsx'), 'StudentsPanel'),
  },
  duplicates: {
    title: 'Possible duplicates',
    Icon: IconCopy,
    Content: lazyRouteComponent(
      () => import('../students/duplicates/DuplicatesPanel.tsx'),
      'DuplicatesPanel',
    ),
  },
  users: {
    title: 'Users',
    Icon: IconUsers,
    Content: lazyRouteComponent(() => import('../users/UsersPanel.tsx'), 'UsersPanel'),
  },
  letters: {
    title: 'Letters',
    Icon: IconMailForward,
    Content: lazyRouteComponent(() => import('../letters/LettersPanel.tsx'), 'LettersPanel'),
  },
  academics: {
    title: 'Academics',
    Icon: IconNotebook,
    Content: lazyRouteComponent(() => import('../records/RecordsPanel.tsx'), 'AcademicsPanel'),
  },
  finance: {
    title: 'Finance',
    Icon: IconReceipt,
    Content: lazyRouteComponent(() => import('../records/RecordsPanel.tsx'), 'FinancePanel'),
  },
  gallery: {
    title: 'Gallery',
    Icon: IconPhoto,
    Content: lazyRouteComponent(() => import('../gallery/GalleryPanel.tsx'), 'GalleryPanel'),
  },
  profile: {
    title: 'Student Profile',
    heading: '',
    Skeleton: ProfileSkeleton,
    Icon: IconUser,
    Content: lazyRouteComponent(() => import('../profile/ProfilePanel.tsx'), 'ProfilePanel'),
  },
  notification: {
    title: 'Email Notifications',
    heading: 'Progress Report',
    Icon: IconMail,
    Content: lazyRouteComponent(
      () => import('../notifications/NotificationsPanel.tsx'),
      'NotificationsPanel',
    ),
  },
  missing: {
    title: 'What Is Missing',
    Icon: IconListSearch,
    Content: lazyRouteComponent(() => import('../notifications/missing/MissingPanel.tsx'), 'MissingPanel'),
  },
  schools: {
    title: 'Schools and Clusters',
    Icon: IconSchool,
    Content: lazyRouteComponent(() => import('../schools/SchoolsPanel.tsx'), 'SchoolsPanel'),
  },
  cluster: {
    title: 'Cluster Report',
    Icon: IconMapPin,
    Content: lazyRouteComponent(() => import('../reports/ClusterReportPanel.tsx'), 'ClusterReportPanel'),
  },
  supporter: {
    title: 'Supporters List',
    Icon: IconHeartHandshake,
    Content: lazyRouteComponent(
      () => import('../reports/SupportersReportPanel.tsx'),
      'SupportersReportPanel',
    ),
  },
  academicsRep: {
    title: 'Annual Academic Report',
    Icon: IconReportAnalytics,
    Content: lazyRouteComponent(() => import('../reports/AnnualReport.tsx'), 'AnnualAcademicPanel'),
  },
  financeRep: {
    title: 'Annual Finance Report',
    Icon: IconReportMoney,
    Content: lazyRouteComponent(() => import('../reports/AnnualReport.tsx'), 'AnnualFinancePanel'),
  },
  gradeScale: {
    title: 'Grade Scale',
    Icon: IconRuler2,
    Content: lazyRouteComponent(() => import('../lookups/GradeScalePanel.tsx'), 'GradeScalePanel'),
  },
  consents: {
    title: 'Consents',
    Icon: IconSignature,
    Content: lazyRouteComponent(() => import('../consents/page/ConsentsPanel.tsx'), 'ConsentsPanel'),
  },
  backup: {
    title: 'Backup',
    Icon: IconArchive,
    Content: lazyRouteComponent(() => import('../backup/BackupPanel.tsx'), 'BackupPanel'),
  },
  signIn: {
    title: 'Sign-in',
    Icon: IconShieldCheck,
    Content: lazyRouteComponent(() => import('../account/signIn/SignInPanel.tsx'), 'SignInPanel'),
  },
  security: {
    title: 'Security',
    Icon: IconShieldLock,
    Content: lazyRouteComponent(() => import('../account/security/SecurityPanel.tsx'), 'SecurityPanel'),
  },
  secondStep: {
    title: 'Set up a second step',
    heading: '',
    Icon: IconShieldLock,
    Content: lazyRouteComponent(() => import('../account/setup/SetUpPanel.tsx'), 'SetUpPanel'),
  },
  import: {
    title: 'Import',
    heading: '',
    Icon: IconTableImport,
    Content: lazyRouteComponent(() => import('../imports/ImportPanel.tsx'), 'ImportPanel'),
  },
}
