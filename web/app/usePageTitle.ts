import { useDocumentTitle } from '@mantine/hooks'
import { charity } from './charity.ts'

export function usePageTitle(title: string): void {
  useDocumentTitle(`${title} - ${charity.name}`)
}
