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
  IconSchool,
  IconTableImport,
  IconUser,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
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
    Content: lazy(() =>
      import('../students/StudentsPanel.tsx').then((file) => ({ default: file.StudentsPanel })),
    ),
  },
  duplicates: {
    title: 'Possible duplicates',
    Icon: IconCopy,
    Content: lazy(() =>
      import('../students/duplicates/DuplicatesPanel.tsx').then((file) => ({
        default: file.DuplicatesPanel,
      })),
    ),
  },
  users: {
    title: 'Users',
    Icon: IconUsers,
    Content: lazy(() => import('../users/UsersPanel.tsx').then((file) => ({ default: file.UsersPanel }))),
  },
  letters: {
    title: 'Letters',
    Icon: IconMailForward,
    Content: lazy(() =>
      import('../letters/LettersPanel.tsx').then((file) => ({ default: file.LettersPanel })),
    ),
  },
  academics: {
    title: 'Academics',
    Icon: IconNotebook,
    Content: lazy(() =>
      import('../records/RecordsPanel.tsx').then((file) => ({ default: file.AcademicsPanel })),
    ),
  },
  finance: {
    title: 'Finance',
    Icon: IconReceipt,
    Content: lazy(() =>
      import('../records/RecordsPanel.tsx').then((file) => ({ default: file.FinancePanel })),
    ),
  },
  gallery: {
    title: 'Gallery',
    Icon: IconPhoto,
    Content: lazy(() =>
      import('../gallery/GalleryPanel.tsx').then((file) => ({ default: file.GalleryPanel })),
    ),
  },
  profile: {
    title: 'Student Profile',
    heading: '',
    Skeleton: ProfileSkeleton,
    Icon: IconUser,
    Content: lazy(() =>
      import('../profile/ProfilePanel.tsx').then((file) => ({ default: file.ProfilePanel })),
    ),
  },
  notification: {
    title: 'Email Notifications',
    heading: 'Progress Report',
    Icon: IconMail,
    Content: lazy(() =>
      import('../notifications/NotificationsPanel.tsx').then((file) => ({
        default: file.NotificationsPanel,
      })),
    ),
  },
  missing: {
    title: 'What Is Missing',
    Icon: IconListSearch,
    Content: lazy(() =>
      import('../notifications/missing/MissingPanel.tsx').then((file) => ({ default: file.MissingPanel })),
    ),
  },
  schools: {
    title: 'Schools and Clusters',
    Icon: IconSchool,
    Content: lazy(() =>
      import('../schools/SchoolsPanel.tsx').then((file) => ({ default: file.SchoolsPanel })),
    ),
  },
  cluster: {
    title: 'Cluster Report',
    Icon: IconMapPin,
    Content: lazy(() =>
      import('../reports/ClusterReportPanel.tsx').then((file) => ({ default: file.ClusterReportPanel })),
    ),
  },
  supporter: {
    title: 'Supporters List',
    Icon: IconHeartHandshake,
    Content: lazy(() =>
      import('../reports/SupportersReportPanel.tsx').then((file) => ({
        default: file.SupportersReportPanel,
      })),
    ),
  },
  academicsRep: {
    title: 'Annual Academic Report',
    Icon: IconReportAnalytics,
    Content: lazy(() =>
      import('../reports/AnnualReport.tsx').then((file) => ({ default: file.AnnualAcademicPanel })),
    ),
  },
  financeRep: {
    title: 'Annual Finance Report',
    Icon: IconReportMoney,
    Content: lazy(() =>
      import('../reports/AnnualReport.tsx').then((file) => ({ default: file.AnnualFinancePanel })),
    ),
  },
  backup: {
    title: 'Backup',
    Icon: IconArchive,
    Content: lazy(() => import('../backup/BackupPanel.tsx').then((file) => ({ default: file.BackupPanel }))),
  },
  import: {
    title: 'Import',
    heading: '',
    Icon: IconTableImport,
    Content: lazy(() => import('../imports/ImportPanel.tsx').then((file) => ({ default: file.ImportPanel }))),
  },
}
