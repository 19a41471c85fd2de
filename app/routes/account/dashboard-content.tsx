// The content of the dashboard: greeting, messages, profile, file, and a drawing made from the member's name.

import { cva, cx } from "class-variance-authority";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { Avatar } from "../../components/motif/avatar";
import { SignOutForm } from "../../components/sign-out-form";
import { buttonVariants } from "../../components/ui/button";
import { linkVariants } from "../../components/ui/link-variants";
import { Status } from "../../components/ui/status";
import { BRAND } from "../../content/brand";
import type { Profile, User } from "../../contract/account";
import { type FlashKind, recoveryCodesLeft } from "../../contract/flash";
import { dropSaved, profileDraft } from "../../forms/draft";
import { capitalizedNumber, numberInWords } from "../../lib/number-in-words";
import type { CarriedEmail } from "../../navigation/carried-email";
import { RECOVERY_PATH } from "../auth/path";
import type { FileState } from "./account-state";
import { FilePanel } from "./file/file-panel";
import { Panel } from "./panel";
import { PROFILE_PATH } from "./profile/path";
import { greetingSize, memberName, profileRows } from "./profile-rows";
import { CODES_PATH } from "./settings/two-step/form-data";
import { type VerificationActionData, VerificationNotice } from "./verification-notice";

const WELCOME_BACK = `Welcome back to ${BRAND.name}!`;

interface FlashMessage {
  strong: string;
  rest?: ReactNode;
  tone?: "note";
}

const FLASH_MESSAGES: Partial<Record<FlashKind, FlashMessage>> = {
  "signed-in": { strong: WELCOME_BACK },
  "new-user": { strong: "Your account is ready.", rest: `Welcome to ${BRAND.name}. This is what your profile says.` },
  "existing-user": {
    strong: "You already had an account with this email.",
    rest: "The password was right, so you are signed in. Your profile differs from what you have just sent. This is what it says.",
  },
  "profile-saved": { strong: "Your profile is saved." },
  "profile-unchanged": {
    strong: "Nothing was saved.",
    rest: "You did not change anything in the form. This is what your profile says.",
    tone: "note",
  },
  "other-member": {
    strong: "Nothing was changed.",
    rest: "The form was opened in another account. You are signed in to this one now.",
    tone: "note",
  },
  "signed-in-already": {
    strong: "No code was sent.",
    rest: "You are signed in to this account. To sign in to another one, log out first.",
    tone: "note",
  },
  "file-saved": { strong: "Your file is in its place." },
  "file-deleted": { strong: "Your file is deleted.", rest: "We kept no copy of it." },
};

const greetingVariants = cva("text-pretty wrap-anywhere", {
  variants: {
    size: { large: "", medium: "text-2xl", small: "text-[length:min(var(--text-xl),5.2vw)]/heading" },
  },
});

interface DashboardContentProps {
  user: User;
  profile: Profile | null;
  file: FileState | Promise<FileState>;
  flash: FlashKind | null;
  /** The action data of the page. It is undefined when the form was posted by its fetcher. */
  verification: VerificationActionData | undefined;
}

export function DashboardContent({ user, profile, file, flash, verification }: DashboardContentProps) {
  const name = memberName(user, profile);
  const isProfileMissing = !profile?.role;
  const message = flash && flashMessage(flash, user.email);
  // The profile's form may have been sent before hydration, when none of its code could do this. Once: later changes are of other devices.
  useEffect(() => {
    if (flash === "profile-saved" && profile) dropSaved(profileDraft(user.id), { ...profile });
  }, []);
  return (
    <>
      <section className="cloth hem pt-9 pb-14">
        <div className="page-width flex flex-wrap items-center gap-x-8 gap-y-5">
          <Avatar name={name} className="h-auto w-[clamp(4.5rem,9vw,6.5rem)] [--color-cloth:var(--color-cloth-soft)]" />
          <div className="min-w-0 grow basis-80">
            <h1 className={greetingVariants({ size: greetingSize(name) })}>Welcome back, {name}!</h1>
            <p className="mt-1.5 text-lg text-ink-soft">{`Manage your ${BRAND.name} profile`}</p>
          </div>
          <SignOutForm className={buttonVariants({ variant: "outline", size: "small", canWait: true })} />
        </div>
      </section>
      <div className="page-width">
        {message && (
          <Status tone={message.tone}>
            <b>{message.strong}</b> {message.rest}
          </Status>
        )}
        {!user.emailVerified && (
          <VerificationNotice
            memberId={user.id}
            email={user.email}
            actionData={verification}
            wasSent={flash === "verification-sent"}
          />
        )}
        <div className="grid grid-cols-1 gap-x-16 gap-y-10 pt-9 pb-section lg:grid-cols-aside">
          <div>
            <Panel
              id="profile"
              title="Profile Information"
              action={
                !isProfileMissing && (
                  <Link className={buttonVariants({ variant: "outline", size: "small" })} to={PROFILE_PATH}>
                    Edit profile
                  </Link>
                )
              }
            >
              {isProfileMissing && <CompleteProfile />}
              <dl>
                {profileRows(user, profile).map(({ label, value, isKnown }) => (
                  <div
                    className="grid gap-x-6 border-t border-line py-3.25 sm:grid-cols-[10rem_1fr] sm:items-baseline"
                    key={label}
                  >
                    <dt className="text-sm/body text-ink-soft">{label}</dt>
                    <dd className={cx("wrap-anywhere", isKnown ? "font-medium" : "text-ink-soft")}>{value}</dd>
                  </div>
                ))}
              </dl>
            </Panel>
            {profile?.role && <FilePanel role={profile.role} profile={profile} file={file} />}
          </div>
          <div className="text-pretty">
            <Swatch name={name} />
            <Panel id="account" title="Your account">
              <p className="text-ink-soft">
                Name, phone and password, the devices you are signed in on, and everything we hold.
              </p>
              <p>
                <Link className={linkVariants({ standalone: true })} to="/settings">
                  Account settings
                </Link>
              </p>
            </Panel>
            <Panel id="stories" title="How others began">
              <p className="text-ink-soft">Twelve short stories from students, founders and mentors.</p>
              <p>
                <Link className={linkVariants({ standalone: true })} to="/stories">
                  Read the stories
                </Link>
              </p>
            </Panel>
          </div>
        </div>
      </div>
    </>
  );
}

/** The message of a flash; undefined for one that is not the dashboard's. */
function flashMessage(flash: FlashKind, email: string): FlashMessage | undefined {
  if (flash === "first-proof") return firstProofMessage(email);
  const codesLeft = recoveryCodesLeft(flash);
  return codesLeft === null ? FLASH_MESSAGES[flash] : recoveryCodeMessage(codesLeft);
}

/** The message after a sign-in with a recovery code. */
function recoveryCodeMessage(left: number): FlashMessage {
  const codes = left === 1 ? "one recovery code is" : `${left === 0 ? "no" : numberInWords(left)} recovery codes are`;
  return {
    tone: "note",
    strong: WELCOME_BACK,
    rest: (
      <>
        That recovery code is used up, and {codes} left. You can <Link to={CODES_PATH}>make new ones</Link>.
      </>
    ),
  };
}

/**
 * The message after a member proved their e-mail for the first time, by signing in with a code. Somebody else may have created the account
 * with this e-mail, and know its password.
 */
function firstProofMessage(email: string): FlashMessage {
  return {
    tone: "note",
    strong: WELCOME_BACK,
    rest: (
      <>
        Your email is confirmed now, so we are signing out every other device. If you did not choose the password of
        this account yourself,{" "}
        <Link to={RECOVERY_PATH} state={{ email } satisfies CarriedEmail}>
          choose a new one
        </Link>
        .
      </>
    ),
  };
}

/** Shown when there is no profile yet, or one without a role. */
function CompleteProfile() {
  return (
    <div className="mt-2 mb-6 grid justify-items-start gap-4 border-control border-dashed border-edge p-5">
      <p>
        <b>Your profile is not there yet.</b> Your account is fine, and its details are below. Tell us your role and
        your location; then you can add your file, too.
      </p>
      <Link className={buttonVariants()} to={PROFILE_PATH}>
        Complete your profile
      </Link>
    </div>
  );
}

/** A drawing made from the member's name: one knot per letter, up to the 40 that fit. */
function Swatch({ name }: { name: string }) {
  const letters = [...name.normalize("NFD")].filter((character) => /\p{L}/u.test(character)).length;
  const hasVowel = /[aeiou]/i.test(name.normalize("NFD"));
  const plural = letters === 1 ? "" : "s";
  return (
    <section className="cloth p-6 md:max-lg:flex md:max-lg:items-center md:max-lg:gap-6" aria-labelledby="swatch">
      <Avatar
        name={name}
        withInitials={false}
        className="mx-auto mb-5 h-auto w-full max-w-60 md:max-lg:m-0 md:max-lg:w-40"
      />
      <div className="min-w-0 grow">
        <h2 id="swatch" className="text-2xl">
          Your corner of the cloth
        </h2>
        <p className="mt-2 text-sm text-ink-soft">
          {letters > 0 && letters <= 40
            ? `${capitalizedNumber(letters)} letter${plural} in your name, ${numberInWords(letters)} knot${plural}.`
            : "Your name, tied in knots."}{" "}
          {hasVowel ? "The vowels took marigold." : "The first took marigold."} It stands beside your name from now on.
        </p>
      </div>
    </section>
  );
}
