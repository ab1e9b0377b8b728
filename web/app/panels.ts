import {
  IconArchive,
  IconCalendarDollar,
  IconCash,
  IconCalendarDue,
  IconCalendarEvent,
  IconClipboardList,
  IconCoins,
  IconCopy,
  IconHeartHandshake,
  IconListSearch,
  IconLockSquareRounded,
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
  IconServerCog,
  IconShieldCheck,
  IconShieldLock,
  IconSignature,
  IconTableImport,
  IconUser,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { SessionUser } from '#contract/identity/auth.ts'
import {
  canNoteRequests,
  canSeeAcademics,
  canSeeBackups,
  canSeeCalendar,
  canSeeConsents,
  canSeeDuplicates,
  canSeeFunding,
  canSeeImports,
  canSeeMissing,
  canSeeNotifications,
  canSeeOwnFunding,
  canSeeOwnPayments,
  canSeeRegisters,
  canSeeReports,
  canSeeRetention,
  canSeeSettings,
  canSeeStudents,
  canSeeUsers,
  canSetSignIn,
} from '#contract/permissions.ts'
import { type FundingAddress, readFundingAddress } from '../funding/fundingAddress.ts'
import { type ImportAddress, readImportAddress } from '../imports/importAddress.ts'
import { type LettersAddress, readLettersAddress } from '../letters/lettersAddress.ts'
import { type PaymentsAddress, readPaymentsAddress } from '../payments/paymentsAddress.ts'
import { type PlansAddress, readPlansAddress } from '../plans/plansAddress.ts'
import { type ConsentsAddress, readConsentsAddress } from '../privacy/consents/consentsAddress.ts'
import { readRegistersAddress, type RegistersAddress } from '../privacy/registers/registersAddress.ts'
import { readRequestsAddress, type RequestsAddress } from '../privacy/requests/requestsAddress.ts'
import { type ActivitiesAddress, readActivitiesAddress } from '../records/activitiesAddress.ts'
import { readSchoolsAddress, type SchoolsAddress } from '../schools/schoolsAddress.ts'
import { type DuplicatesAddress, readDuplicatesAddress } from '../students/duplicates/duplicatesAddress.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { readYearAddress } from '../ui/timeAddress.ts'
import {
  type MissingAddress,
  type ProfileAddress,
  readMissingAddress,
  readProfileAddress,
  readStudentsAddress,
  type StudentsAddress,
} from './address.ts'
import { NotLoadedPanel } from './NotLoadedPanel.tsx'

/** What determines the menus: the role, and whether this is the one account that may send notifications. */
export type MenuUser = Pick<SessionUser, 'role' | 'notifications_admin'>

/** Every value of the current menu. */
export type Menu =
  | 'students'
  | 'users'
  | 'academics'
  | 'finance'
  | 'funding'
  | 'plans'
  | 'payments'
  | 'gallery'
  | 'notification'
  | 'schools'
  | 'cluster'
  | 'supporter'
  | 'academicsRep'
  | 'financeRep'
  | 'consents'
  | 'requests'
  | 'retention'
  | 'registers'
  | 'calendar'
  | 'gradeScale'
  | 'backup'
  | 'signIn'
  | 'profile'
  | 'duplicates'
  | 'missing'
  | 'letters'
  | 'import'
  | 'security'
  | 'secondStep'

/** The search parameters of all panels. */
export type PanelsAddress = ProfileAddress &
  StudentsAddress &
  MissingAddress &
  LettersAddress &
  ActivitiesAddress &
  ConsentsAddress &
  FundingAddress &
  RequestsAddress &
  RegistersAddress &
  DuplicatesAddress &
  SchoolsAddress &
  PlansAddress &
  PaymentsAddress &
  ImportAddress

/** The groups of the settings' menu, in their order. */
export const settingsGroups = ['Letters and schools', 'Reports', 'Administration'] as const
type SettingsGroup = (typeof settingsGroups)[number]

/** A page of several panels. Where a user may open only one of them, that panel is a page of its own. */
export type TabPage = {
  /** In their order, the first one included. */
  menus: Menu[]
  /** Its name in the navigation and its heading, if they are not those of the first panel. */
  title?: string
  subtitle?: string
  Icon?: TablerIcon
  /** Whether the open tab is the heading, instead of the title above the tabs. */
  isHeadedByTab?: true
}

export type Panel = {
  /** Its name in the navigation and in the browser's tab. */
  title: string
  /** Its heading if it differs from the title; empty if it is a student's name. */
  heading?: string
  Icon: TablerIcon
  /** Who may open it. */
  may: (role: number, user: MenuUser) => boolean
  /** Where the navigation lists it, in the order below. */
  listed?: 'bar' | SettingsGroup
  /** Who sees it there, if not everybody who may open it. */
  mayList?: (role: number) => boolean
  /** The page that it opens with the panels that are tabs beside it. */
  tabs?: TabPage
  /** Its word as a tab, if it is not its heading. */
  tab?: string
  /** The page or the tab that contains it, if it has no item of its own and is no tab. */
  under?: Menu
  /** Whether an address opens a page of its own in it, without the tabs. */
  isPage?: (address: PanelsAddress) => boolean
  /** Reads its search parameters besides those of a list, and ignores invalid ones. */
  address?: (search: Record<string, unknown>) => PanelsAddress
  /** Its code is loaded when it is first opened, separately from that of the page. */
  Content: ComponentType<{ title?: string; heading?: string | undefined }> & { preload: () => Promise<void> }
}

const panel = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyComponent(load, name, NotLoadedPanel)

const everyone = () => true

export const panels: Record<Menu, Panel> = {
  students: {
    title: 'Students',
    Icon: IconUsersGroup,
    may: canSeeStudents,
    listed: 'bar',
    address: readStudentsAddress,
    Content: panel(() => import('../students/StudentsPanel.tsx'), 'StudentsPanel'),
  },
  users: {
    title: 'Users',
    Icon: IconUsers,
    may: canSeeUsers,
    listed: 'bar',
    Content: panel(() => import('../users/UsersPanel.tsx'), 'UsersPanel'),
  },
  academics: {
    title: 'Academics',
    Icon: IconNotebook,
    may: everyone,
    listed: 'bar',
    mayList: canSeeAcademics,
    address: readActivitiesAddress,
    Content: panel(() => import('../records/RecordsPanel.tsx'), 'AcademicsPanel'),
  },
  finance: {
    title: 'Finance',
    Icon: IconReceipt,
    may: everyone,
    listed: 'bar',
    tabs: { menus: ['finance', 'funding', 'payments'] },
    tab: 'Receipts',
    address: readActivitiesAddress,
    Content: panel(() => import('../records/RecordsPanel.tsx'), 'FinancePanel'),
  },
  funding: {
    title: 'Funding',
    Icon: IconCoins,
    may: canSeeOwnFunding,
    address: readFundingAddress,
    Content: panel(() => import('../funding/FundingPanel.tsx'), 'FundingPanel'),
  },
  plans: {
    title: 'Fee plans',
    Icon: IconCalendarDollar,
    may: canSeeFunding,
    under: 'funding',
    address: readPlansAddress,
    Content: panel(() => import('../plans/PlansPanel.tsx'), 'PlansPanel'),
  },
  payments: {
    title: 'Payments',
    Icon: IconCash,
    may: canSeeOwnPayments,
    address: (search) => ({ ...readYearAddress(search), ...readPaymentsAddress(search) }),
    isPage: ({ payment }) => payment !== undefined,
    Content: panel(() => import('../payments/PaymentsPanel.tsx'), 'PaymentsPanel'),
  },
  gallery: {
    title: 'Gallery',
    Icon: IconPhoto,
    may: everyone,
    listed: 'bar',
    Content: panel(() => import('../gallery/GalleryPanel.tsx'), 'GalleryPanel'),
  },
  notification: {
    title: 'Email Notifications',
    heading: 'Progress Report',
    Icon: IconMail,
    may: canSeeNotifications,
    listed: 'Letters and schools',
    tabs: { menus: ['notification', 'missing', 'letters'], isHeadedByTab: true },
    Content: panel(() => import('../notifications/NotificationsPanel.tsx'), 'NotificationsPanel'),
  },
  schools: {
    title: 'Schools and Clusters',
    Icon: IconSchool,
    may: canSeeSettings,
    listed: 'Letters and schools',
    tabs: { menus: ['schools', 'calendar', 'gradeScale'] },
    tab: 'Schools',
    address: readSchoolsAddress,
    Content: panel(() => import('../schools/SchoolsPanel.tsx'), 'SchoolsPanel'),
  },
  cluster: {
    title: 'Cluster Report',
    Icon: IconMapPin,
    may: canSeeReports,
    listed: 'Reports',
    Content: panel(() => import('../reports/ClusterReportPanel.tsx'), 'ClusterReportPanel'),
  },
  supporter: {
    title: 'Supporters List',
    Icon: IconHeartHandshake,
    may: canSeeReports,
    listed: 'Reports',
    Content: panel(() => import('../reports/SupportersReportPanel.tsx'), 'SupportersReportPanel'),
  },
  academicsRep: {
    title: 'Annual Academic Report',
    Icon: IconReportAnalytics,
    may: canSeeReports,
    listed: 'Reports',
    address: readYearAddress,
    Content: panel(() => import('../reports/AnnualReport.tsx'), 'AnnualAcademicPanel'),
  },
  financeRep: {
    title: 'Annual Finance Report',
    Icon: IconReportMoney,
    may: canSeeReports,
    listed: 'Reports',
    address: readYearAddress,
    Content: panel(() => import('../reports/AnnualReport.tsx'), 'AnnualFinancePanel'),
  },
  consents: {
    title: 'Consents',
    Icon: IconSignature,
    may: canSeeConsents,
    listed: 'Administration',
    tabs: {
      menus: ['consents', 'requests', 'retention', 'registers'],
      title: 'Privacy',
      subtitle: 'What families agreed to and asked for',
      Icon: IconLockSquareRounded,
    },
    address: readConsentsAddress,
    Content: panel(() => import('../privacy/consents/page/ConsentsPanel.tsx'), 'ConsentsPanel'),
  },
  // Liaison officers, who have no settings, open it from a student's page and by search.
  requests: {
    title: 'Requests',
    Icon: IconMessages,
    may: canNoteRequests,
    address: readRequestsAddress,
    Content: panel(() => import('../privacy/requests/RequestsPanel.tsx'), 'RequestsPanel'),
  },
  retention: {
    title: 'Retention',
    Icon: IconCalendarDue,
    may: canSeeRetention,
    Content: panel(() => import('../privacy/retention/RetentionPanel.tsx'), 'RetentionPanel'),
  },
  registers: {
    title: 'Privacy registers',
    Icon: IconClipboardList,
    may: canSeeRegisters,
    tab: 'Registers',
    address: readRegistersAddress,
    Content: panel(() => import('../privacy/registers/RegistersPanel.tsx'), 'RegistersPanel'),
  },
  calendar: {
    title: 'School calendar',
    Icon: IconCalendarEvent,
    may: canSeeCalendar,
    address: readYearAddress,
    Content: panel(() => import('../calendar/CalendarPanel.tsx'), 'CalendarPanel'),
  },
  gradeScale: {
    title: 'Grade Scale',
    Icon: IconRuler2,
    may: canSeeSettings,
    Content: panel(() => import('../lookups/GradeScalePanel.tsx'), 'GradeScalePanel'),
  },
  backup: {
    title: 'Backup',
    Icon: IconArchive,
    may: canSeeBackups,
    listed: 'Administration',
    tabs: { menus: ['backup', 'signIn'], title: 'System', Icon: IconServerCog },
    Content: panel(() => import('../backup/BackupPanel.tsx'), 'BackupPanel'),
  },
  signIn: {
    title: 'Sign-in',
    Icon: IconShieldCheck,
    may: canSetSignIn,
    Content: panel(() => import('../identity/signInRule/SignInPanel.tsx'), 'SignInPanel'),
  },
  profile: {
    title: 'Student Profile',
    heading: '',
    Icon: IconUser,
    may: everyone,
    address: readProfileAddress,
    Content: panel(() => import('../profile/ProfilePanel.tsx'), 'ProfilePanel'),
  },
  duplicates: {
    title: 'Possible duplicates',
    Icon: IconCopy,
    may: canSeeDuplicates,
    under: 'students',
    address: readDuplicatesAddress,
    Content: panel(() => import('../students/duplicates/DuplicatesPanel.tsx'), 'DuplicatesPanel'),
  },
  missing: {
    title: 'What Is Missing',
    Icon: IconListSearch,
    may: (role, user) => canSeeMissing(role) || canSeeNotifications(role, user),
    address: readMissingAddress,
    Content: panel(() => import('../missing/MissingPanel.tsx'), 'MissingPanel'),
  },
  letters: {
    title: 'Letters',
    Icon: IconMailForward,
    may: canSeeNotifications,
    address: readLettersAddress,
    Content: panel(() => import('../letters/LettersPanel.tsx'), 'LettersPanel'),
  },
  import: {
    title: 'Moving in',
    heading: '',
    Icon: IconTableImport,
    may: canSeeImports,
    address: readImportAddress,
    Content: panel(() => import('../imports/ImportPanel.tsx'), 'ImportPanel'),
  },
  security: {
    title: 'Security',
    Icon: IconShieldLock,
    may: everyone,
    Content: panel(() => import('../identity/security/SecurityPanel.tsx'), 'SecurityPanel'),
  },
  secondStep: {
    title: 'Set up a second step',
    heading: '',
    Icon: IconShieldLock,
    may: everyone,
    Content: panel(() => import('../identity/setup/SetUpPanel.tsx'), 'SetUpPanel'),
  },
}

/** The search parameters of all panels in an address. */
export const readPanelsAddress = (search: Record<string, unknown>): PanelsAddress =>
  Object.assign({}, ...Object.values(panels).map(({ address }) => address?.(search)))
