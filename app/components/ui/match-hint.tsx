/** Whether the confirmed password is the password, while it is typed; announced politely. Nothing before the first character. */
export function MatchHint({ password, confirmed }: { password: string; confirmed: string }) {
  const matches = password === confirmed;
  return (
    <p className={`match ${matches ? "is-match" : "is-mismatch"}`} role="status">
      {confirmed === "" ? "" : matches ? "Passwords match" : "Passwords do not match"}
    </p>
  );
}
