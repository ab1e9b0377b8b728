import type { Services } from '../Services.ts'
import { type LinkBinding, type LinkClaim, writePasswordLink } from './passwordLink.ts'

/** The URL of a new password link, which is valid for an hour from now. */
export function passwordLinkUrl(
  { userId, kind }: Pick<LinkClaim, 'userId' | 'kind'>,
  binding: LinkBinding,
  { config, secret, clock }: Pick<Services, 'config' | 'secret' | 'clock'>,
): string {
  return `${config.appUrl}/changepsw/${writePasswordLink({ userId, kind, at: clock() }, binding, secret)}`
}
