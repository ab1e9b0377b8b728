/** An email address that wraps before its @ if possible. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="el-break">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
