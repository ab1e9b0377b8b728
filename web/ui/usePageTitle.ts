import { useDocumentTitle } from '@mantine/hooks'
import { charity } from './charity.ts'

/** The title of the browser's tab. Without one, it stays as it is. */
export function usePageTitle(title: string | undefined): void {
  useDocumentTitle(title === undefined ? '' : `${title} - ${charity.name}`)
}
