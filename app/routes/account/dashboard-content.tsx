// What a member sees on the dashboard: greeting, profile, file, and their piece of the cloth.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { LogOutForm } from "../../components/log-out-form";
import { Avatar } from "../../components/motif/avatar";
import { Status } from "../../components/ui/status";
import type { Profile, User } from "../../contract/account";
import type { FlashKind } from "../../contract/flash";
import type { CarriedEmail } from "../../lib/carried-email";
import { numberWord, numberWordCapital } from "../../lib/number-words";
import { RECOVERY_PATH } from "../auth/path";
import type { FileState } from "./account-state";
import { facts, greetingClass, memberName } from "./facts";
import { FilePanel } from "./file/file-panel";
import { PROFILE_PATH } from "./profile/path";
import { type VerificationAnswer, VerificationNotice } from "./verification-notice";

const WELCOME_BACK = "Welcome back to Navarambh!";

interface FlashWords {
  strong: string;
  rest?: ReactNode;
  tone?: "note";
}

const FLASH_WORDS: Partial<Record<FlashKind, FlashWords>> = {
  "signed-in": { strong: WELCOME_BACK },
  "new-user": { strong: "Your account is ready.", rest: "Welcome to Navarambh. This is what your profile says." },
  "existing-user": {
    strong: "You already had an account with this email.",
    rest: "The password was right, so you are signed in to it. Your profile is as you left it.",
  },
  "profile-saved": { strong: "Your profile is saved." },
  "file-saved": { strong: "Your file is in its place." },
  "file-deleted": { strong: "Your file is deleted.", rest: "Nothing of it is left with us." },
};

interface DashboardContentProps {
  user: User;
  profile: Profile | null;
  file: FileState | Promise<FileState>;
  flash: FlashKind | null;
  /** What became of a mail that was asked for, where the page was asked as a document. */
  verification: VerificationAnswer | undefined;
}

export function DashboardContent({ user, profile, file, flash, verification }: DashboardContentProps) {
  const name = memberName(user, profile);
  const isMissing = !profile?.role;
  const message = flash === "first-proof" ? firstProof(user.email) : flash && FLASH_WORDS[flash];
  return (
    <>
      <section className="greeting cloth hem">
        <div className="page">
          <Avatar name={name} />
          <div className="grow">
            <h1 className={greetingClass(name)}>Welcome back, {name}!</h1>
            <p className="lead soft">Manage your Navarambh profile</p>
          </div>
          <LogOutForm buttonClass="button button-outline button-small" />
        </div>
      </section>
      <div className="page">
        {message && (
          <Status tone={message.tone}>
            <b>{message.strong}</b> {message.rest}
          </Status>
        )}
        {!user.emailVerified && (
          <VerificationNotice
            memberId={user.id}
            email={user.email}
            answer={verification}
            wasSent={flash === "verification-sent"}
          />
        )}
        <div className="account">
          <div>
            <section className="panel" aria-labelledby="profile">
              <header>
                <h2 id="profile">Profile Information</h2>
                {!isMissing && (
                  <Link className="button button-outline button-small" to={PROFILE_PATH}>
                    Edit profile
                  </Link>
                )}
              </header>
              {isMissing && <Invitation />}
              <dl className="facts">
                {facts(user, profile).map(({ label, value, isKnown }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd className={isKnown ? undefined : "none"}>{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
            {profile?.role && <FilePanel role={profile.role} fileOf={profile} file={file} />}
          </div>
          <div>
            <Swatch name={name} />
            <section className="panel" aria-labelledby="account">
              <header>
                <h2 id="account">Your account</h2>
              </header>
              <p className="soft">
                Name, phone and password, the devices you are signed in on, and everything we hold.
              </p>
              <p>
                <Link className="quiet" to="/settings">
                  Account settings
                </Link>
              </p>
            </section>
            <section className="panel" aria-labelledby="stories">
              <header>
                <h2 id="stories">How others began</h2>
              </header>
              <p className="soft">Twelve short stories from students, founders and mentors.</p>
              <p>
                <Link className="quiet" to="/stories">
                  Read the stories
                </Link>
              </p>
            </section>
          </div>
        </div>
      </div>
    </>
  );
}

/** After the first proof of an address: the password may be that of somebody who joined with it before. */
function firstProof(email: string): FlashWords {
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

/** In place of a profile that is not there yet, or has no role in it. */
function Invitation() {
  return (
    <div className="invitation">
      <p>
        <b>Your profile is not there yet.</b> Your account is fine, and below is what it knows about you. Say what you
        are here as, and where; then your file has a place too.
      </p>
      <Link className="button button-primary" to={PROFILE_PATH}>
        Complete your profile
      </Link>
    </div>
  );
}

/** The member's own knots, counted: as many as there are letters in the name, up to what the drawing holds. */
function Swatch({ name }: { name: string }) {
  const letters = [...name.normalize("NFD")].filter((character) => /\p{L}/u.test(character)).length;
  const hasVowel = /[aeiou]/i.test(name.normalize("NFD"));
  const plural = letters === 1 ? "" : "s";
  return (
    <section className="swatch-card cloth" aria-labelledby="swatch">
      <Avatar name={name} withInitials={false} />
      <div>
        <h2 id="swatch" className="display">
          Your corner of the cloth
        </h2>
        <p className="soft sm">
          {letters > 0 && letters <= 40
            ? `${numberWordCapital(letters)} letter${plural} in your name, ${numberWord(letters)} knot${plural}.`
            : "Your name, tied in knots."}{" "}
          {hasVowel ? "The vowels took marigold." : "The first took marigold."} It stands beside your name from now on.
        </p>
      </div>
    </section>
  );
}
