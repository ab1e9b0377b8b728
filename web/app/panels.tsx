import {
  IconArchive,
  IconCalendarDue,
  IconCopy,
  IconHeartHandshake,
  IconListSearch,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconMessages,
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
}

/** How each menu value is named. */
export const panels: Record<Menu, Panel> = {
  students: { title: 'Students', Icon: IconUsersGroup },
  duplicates: { title: 'Possible duplicates', Icon: IconCopy },
  users: { title: 'Users', Icon: IconUsers },
  letters: { title: 'Letters', Icon: IconMailForward },
  academics: { title: 'Academics', Icon: IconNotebook },
  finance: { title: 'Finance', Icon: IconReceipt },
  gallery: { title: 'Gallery', Icon: IconPhoto },
  profile: {
    title: 'Student Profile',
    heading: '',
    Skeleton: ProfileSkeleton,
    Icon: IconUser,
  },
  notification: {
    title: 'Email Notifications',
    heading: 'Progress Report',
    Icon: IconMail,
  },
  missing: { title: 'What Is Missing', Icon: IconListSearch },
  schools: { title: 'Schools and Clusters', Icon: IconSchool },
  cluster: { title: 'Cluster Report', Icon: IconMapPin },
  supporter: { title: 'Supporters List', Icon: IconHeartHandshake },
  academicsRep: { title: 'Annual Academic Report', Icon: IconReportAnalytics },
  financeRep: { title: 'Annual Finance Report', Icon: IconReportMoney },
  gradeScale: { title: 'Grade Scale', Icon: IconRuler2 },
  consents: { title: 'Consents', Icon: IconSignature },
  requests: { title: 'Requests', Icon: IconMessages },
  retention: { title: 'Retention', Icon: IconCalendarDue },
  backup: { title: 'Backup', Icon: IconArchive },
  signIn: { title: 'Sign-in', Icon: IconShieldCheck },
  security: { title: 'Security', Icon: IconShieldLock },
  secondStep: {
    title: 'Set up a second step',
    heading: '',
    Icon: IconShieldLock,
  },
  import: {
    title: 'Import',
    heading: '',
    Icon: IconTableImport,
  },
}
